window.BENCHMARK_DATA = {
  "lastUpdate": 1760200000000,
  "repoUrl": "https://example.org/r",
  "entries": {
    "Benchmark": [
      {"commit": {"author": {"name": "a"}, "id": "aaaa", "message": "one", "timestamp": "2025-10-09T08:53:20Z", "url": "u"},
       "date": 1760000600000, "tool": "customSmallerIsBetter", "benches": [{"name": "k", "value": 10.5, "unit": "ns"}]},
      {"commit": {"id": "bbbb", "timestamp": "2025-10-10T08:53:20+00:00"},
       "date": 1760087000000, "tool": "customSmallerIsBetter", "benches": [{"name": "k", "value": 11.5, "unit": "ns"}, {"name": "l", "value": 3, "unit": "count"}]}
    ]
  }
};
