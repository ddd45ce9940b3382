/**
 * Makes calls overlap on any machine: each waits until this many have arrived. For controls that show what happens when two
 * people look before either of them writes.
 */
export const meetingOf = (people: number): (() => Promise<void>) => {
  const all = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === people) all.resolve()
    return all.promise
  }
}
