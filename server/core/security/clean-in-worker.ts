/** Sanitizes strangers' HTML without holding the event loop. */
import type { HtmlKind } from '#contract/text/html.ts'
import { tooComplex } from '../http/errors.ts'
import { inWorker } from '../parsing/run-job.ts'
import type * as worker from './html.worker.ts'
import { hasTooManyTags, isLongToSanitize } from './tag-limit.ts'

const DEADLINE_MS = 5_000

const job = { module: new URL('./html.worker.ts', import.meta.url), name: 'clean', deadlineMs: DEADLINE_MS }
const clean = inWorker<typeof worker.clean>(job)
const cleanLong = inWorker<typeof worker.clean>({ ...job, isLong: true })

/** {@link cleanHtml} in a worker thread; throws `too_complex` for HTML that takes too long to parse. */
export const cleanHtmlInWorker = async (html: string, kind: HtmlKind): Promise<string> => {
  if (html === '') return ''
  if (hasTooManyTags(html)) throw tooComplex()
  return isLongToSanitize(html) ? cleanLong({ html, kind }) : clean({ html, kind })
}
