/** What the archive of a client does not carry to another installation, and why. */
const KEY = 'encrypted under the key of this installation; enter it again'
const SHORT_LIVED = 'lives for minutes and counts only where it was made'

export const LEFT_OUT: Readonly<Record<string, string>> = {
  client_host: 'the other installation decides which host names lead to the client',
  client_domain: 'a domain is proved to each installation by a DNS record of its own; add it again',
  signing_key: 'signs sessions of this installation; another one makes its own',
  credential_key: 'signs credentials of this installation; another one makes its own',
  user_session: 'people sign in again',
  known_device: 'people sign in again',
  push_subscription: 'belongs to the push key of this installation; browsers subscribe again',
  user_totp: 'encrypted under the key of this installation; people set up their app again',
  recovery_code: 'comes with the app for codes, which people set up again',
  payment_provider: KEY,
  live_provider: KEY,
  mail_sender: 'its key is encrypted under the key of this installation; set up the sender address again',
  webhook: 'its secret is encrypted under the key of this installation; create it again',
  webhook_event: 'belongs to the webhooks',
  webhook_delivery: 'belongs to the webhooks',
  outbox_message: 'this installation sends it; both would send it twice',
  one_time_code: SHORT_LIVED,
  code_request: SHORT_LIVED,
  pending_signup: SHORT_LIVED,
  second_step_ticket: SHORT_LIVED,
  sign_in_challenge: SHORT_LIVED,
  sign_in_failure: SHORT_LIVED,
}
