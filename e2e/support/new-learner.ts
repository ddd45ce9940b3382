/** Learners of their own, for stories that need somebody whom no other story has enrolled. */
import { randomUUID } from 'node:crypto'
import type { Credentials } from '#e2e/fixtures.ts'
import { DEMO_CLIENT, PRODUCT_URL } from '#e2e/product.ts'

const post = async <T>(path: string, body: object): Promise<T> => {
  const answer = await fetch(`${PRODUCT_URL}/accounts/clients/${DEMO_CLIENT}/user/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Signs somebody up with the code from the mail, and in. */
export const aNewLearner = async (fullName = 'Meera Joshi'): Promise<Credentials & { token: string }> => {
  const person = { email: `learner-${randomUUID()}@mail.test`, password: 'seven quiet lanterns drift' }
  await post('signup/', { full_name: fullName, ...person, accept_terms: true })
  const outbox = await fetch(`${PRODUCT_URL}/dev/outbox/?to=${encodeURIComponent(person.email)}`, {
    headers: { accept: 'application/json' },
  })
  const [mail] = (await outbox.json()) as { text: string }[]
  // These calls keep no cookies, so the confirmation counts as another browser's and takes the password again.
  const otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  const { access_token: token } = await post<{ access_token: string }>('verify-email/', { ...person, otp })
  return { ...person, token }
}
