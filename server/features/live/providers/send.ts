import {
  OutgoingError,
  type Outgoing,
  type OutgoingRequest,
  type OutgoingResponse,
} from '#server/core/security/outgoing.ts'
import { ProviderError } from './provider.ts'

/** Sends a request to a meeting service and says in its words why there was no answer. */
export const sendToProvider = async (
  outgoing: Outgoing,
  request: OutgoingRequest,
): Promise<OutgoingResponse> => {
  try {
    return await outgoing.send(request)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ProviderError(error.failure === 'not-allowed' ? 'address' : 'unreachable', error)
  }
}
