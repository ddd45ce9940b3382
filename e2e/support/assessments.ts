/** Assessments for stories, created through the staff's calls. */
import { perLanguage } from '#contract/languages.ts'
import { randomUUID } from 'node:crypto'
import type { AssessmentSettings } from '#contract/assessments/admin/authoring.ts'
import { DEMO_PASSWORD, PRODUCT_URL } from '#e2e/product.ts'
import { assessmentSettings } from '#tests/support/content/assessments.ts'

const TENANT = 7

/** Calls as one person, without a browser. */
export const callsOf = async (email: string, base = PRODUCT_URL) => {
  const signIn = await fetch(`${base}/accounts/clients/${TENANT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  const { access_token } = (await signIn.json()) as { access_token: string }
  return async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${base}/api/clients/${TENANT}/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
}
export type Calls = Awaited<ReturnType<typeof callsOf>>

const textsOf = (n: number) => ({
  en: {
    prompt: `What is ${n} + ${n}?`,
    options: [`${2 * n}`, `${2 * n + 1}`, `${2 * n + 2}`, `${2 * n + 3}`],
    explanation: `${n} twice is ${2 * n}.`,
  },
  hi: {
    prompt: `${n} + ${n} कितना है?`,
    options: [`${2 * n}`, `${2 * n + 1}`, `${2 * n + 2}`, `${2 * n + 3}`],
    explanation: `${n} का दुगुना ${2 * n} है।`,
  },
  ar: {
    prompt: `كم يساوي ${n} + ${n}؟`,
    options: [`${2 * n}`, `${2 * n + 1}`, `${2 * n + 2}`, `${2 * n + 3}`],
    explanation: `ضعف ${n} هو ${2 * n}.`,
  },
})

let created = 0

/** An active assessment of sums. The right option is the first one while options are not shuffled. */
export const anAssessment = async (
  staff: Calls,
  { questions = 4, ...overrides }: { questions?: number } & Partial<AssessmentSettings> = {},
) => {
  created += 1
  const key = `sums-${Date.now().toString(36)}-${created}`
  const topic = await staff<{ id: number }>('PUT', `admin/question-bank/topics/${key}/`, {
    names: { en: 'Sums', hi: 'जोड़', ar: 'الجمع' },
  })
  const ids: number[] = []
  for (let n = 1; n <= questions; n += 1) {
    const { id } = await staff<{ id: number }>('POST', 'admin/question-bank/questions/', {
      topic_id: topic.id,
      difficulty: 'easy',
      tags: [],
      language: 'en',
      texts: textsOf(n + created * 10),
      answer: 'A',
      idempotency_key: randomUUID(),
    })
    ids.push(id)
  }
  const title = `Entrance ${key}`
  const text = { title, description: 'Sums of two numbers.', instructions: '' }
  const settings = assessmentSettings({
    texts: perLanguage(() => text),
    variant: 'short',
    duration_minutes: 20,
    attempts_allowed: 5,
    shuffle_questions: false,
    shuffle_options: false,
    bands: [
      { from_percent: 90, scholarship_percent: 100 },
      { from_percent: 60, scholarship_percent: 25 },
    ],
    pass_percent: 50,
    fixed: ids,
    roadmap: {
      ...assessmentSettings().roadmap,
      foundation: [{ topic_id: topic.id, course_ids: [1] }],
      core: [2],
      interview: [3],
      placement_pages: ['/community'],
    },
    ...overrides,
  })
  const { id } = await staff<{ id: number }>('POST', 'admin/assessments/', {
    ...settings,
    idempotency_key: randomUUID(),
  })
  await staff('POST', `admin/assessments/${id}/status/`, { status: 'active' })
  return { id, title, path: `/assessment/${id}` }
}
