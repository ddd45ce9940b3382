/** Calls Amazon SNS for certificates and to confirm subscriptions, on Amazon's own hosts only. */
import { AppError } from '#server/core/http/errors.ts'
import { OutgoingError, type Outgoing, type OutgoingResponse } from '#server/core/security/outgoing.ts'

/** A region stands between the dots: `sns.s3.amazonaws.com` would be a bucket that anybody may own. */
const HOST = /^sns\.[a-z]{2,5}(?:-[a-z]{2,12}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/

/** Null unless it leads to Amazon SNS. */
export const snsAddress = (written: string): URL | null => {
  const url = URL.canParse(written) ? new URL(written) : null
  const isAmazons =
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    HOST.test(url.hostname)
  return isAmazons ? url : null
}

/** Amazon SNS repeats a message after this answer, but not after a refusal. */
export const snsUnavailable = (cause?: unknown) =>
  new AppError('not_ready', 'The mail provider does not answer.', cause === undefined ? {} : { cause })

/** Throws `not_ready` when there is no answer. */
export const askSns = async (outgoing: Outgoing, url: string): Promise<OutgoingResponse> => {
  try {
    return await outgoing.send({ url, method: 'GET' })
  } catch (cause) {
    if (!(cause instanceof OutgoingError)) throw cause
    throw snsUnavailable(cause)
  }
}
