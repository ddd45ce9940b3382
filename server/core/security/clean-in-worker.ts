/** Sanitizes strangers' HTML without holding the event loop. */
import type { HtmlKind } from '#contract/text/html.ts'
import { tooComplex } from '../http/errors.ts'
import { inWorker } from '../parsing/run-job.ts'
import type * as worker from './html.worker.ts'

/** The parser's time grows with the square of the open tags: 20,000 take 0.3 s, 400,000 take 26 s. */
const TAGS_MAX = 20_000
const DEADLINE_MS = 5_000

const clean = inWorker<typeof worker.clean>({
  module: new URL('./html.worker.ts', import.meta.url),
  name: 'clean',
  deadlineMs: DEADLINE_MS,
})

/** {@link cleanHtml} in a worker thread; throws `too_complex` for HTML that takes too long to parse. */
export const cleanHtmlInWorker = async (html: string, kind: HtmlKind): Promise<string> => {
  if (html === '') return ''
  refuseTagFloods(html)
  return clean({ html, kind })
}

/** Cheap for a flood, because it stops at the limit: call it before anything that reads the whole text. */
export const refuseTagFloods = (html: string): void => {
  if (hasMoreThan(html, '<', TAGS_MAX)) throw tooComplex()
}

const hasMoreThan = (text: string, sign: string, max: number): boolean => {
  let count = 0
  for (let index = text.indexOf(sign); index >= 0; index = text.indexOf(sign, index + 1)) {
    count += 1
    if (count > max) return true
  }
  return false
}
