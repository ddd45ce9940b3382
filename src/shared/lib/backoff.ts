/** The pause after the first failure, which doubles with each further one up to the longest. */
export const backoff =
  (firstMs: number, longestMs: number) =>
  (failures: number): number =>
    Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs)
