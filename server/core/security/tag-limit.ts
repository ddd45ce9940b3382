/** The parser's time grows with the square of the open tags: 20,000 take 0.3 s, 400,000 take 26 s. */
const TAGS_MAX = 20_000

/** Sanitizing so many takes about 3 ms. */
const QUICK_TAGS_MAX = 1_000

const hasMoreTags = (html: string, max: number): boolean => {
  let count = 0
  for (let index = html.indexOf('<'); index >= 0; index = html.indexOf('<', index + 1)) {
    count += 1
    if (count > max) return true
  }
  return false
}

/** Whether HTML takes too long to sanitize. */
export const hasTooManyTags = (html: string): boolean => hasMoreTags(html, TAGS_MAX)
/** Whether the HTML is a long job, which leaves a thread free so that it does not delay ordinary posts. */
export const isLongToSanitize = (html: string): boolean => hasMoreTags(html, QUICK_TAGS_MAX)
