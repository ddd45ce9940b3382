/** Study time counts from the start of a page that starts signed in, else from the sign-in. */

const MARK = 'signed-in'

/** Said once, while the page starts. */
export const markSignedInAtStart = () => void performance.mark(MARK)

/** Milliseconds on the page's clock from which this person is here; asked once for each sign-in. */
export const signedInFrom = (): number => {
  const atStart = performance.getEntriesByName(MARK).length > 0
  performance.clearMarks(MARK)
  return atStart ? 0 : performance.now()
}
