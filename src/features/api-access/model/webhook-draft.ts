import { webhookEvents, type WebhookEvent } from '#contract/api-access/events.ts'
import { addressFailures } from '#contract/api-access/webhooks.ts'
import { isApiError } from '#src/core/http/api-error.ts'

export interface WebhookDraft {
  url: string
  events: readonly WebhookEvent[]
}
export const EMPTY_WEBHOOK: WebhookDraft = { url: 'https://', events: [] }

export type AddressIssue = 'missing' | 'not-https' | (typeof addressFailures)[number]

const HTTPS = /^https:\/\/[^\s/?#@\\:]+/i

/** What the form itself can tell. */
export const addressIssue = ({ url }: WebhookDraft): AddressIssue | null => {
  const text = url.trim()
  if (text === '' || text === EMPTY_WEBHOOK.url) return 'missing'
  return HTTPS.test(text) && URL.canParse(text) ? null : 'not-https'
}

/** What the server found out about the address. */
export const refusedAddress = (error: unknown): AddressIssue | null => {
  if (!isApiError(error)) return null
  const [issue] = error.fields?.['url'] ?? []
  if (!issue) return null
  return addressFailures.find((failure) => failure === issue.params?.['reason']) ?? 'not-https'
}

export const toggled = (draft: WebhookDraft, event: WebhookEvent, isChosen: boolean): WebhookDraft => ({
  ...draft,
  events: webhookEvents.filter((each) => (each === event ? isChosen : draft.events.includes(each))),
})
