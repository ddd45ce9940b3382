/** What learners of the demo did in its assessments: enough for percentiles and for the analysis of questions. */
import { sql } from 'kysely'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { addPastSitting, pastAssessment, type PastQuestion } from '#server/features/assessments/index.ts'
import { drawQuestions } from '#server/features/question-bank/index.ts'
import { dice, type Dice } from './random.ts'
import type { ContentTenant } from './seed-courses.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D']
const EASIER: Readonly<Record<PastQuestion['difficulty'], number>> = { easy: 0.2, medium: 0, hard: -0.25 }
/** Learners whose window was out of sight often enough for somebody to look. */
const RESTLESS = [4, 17]
/** A decision of the staff that the learner has appealed. */
const APPEALED = 17

/** Able ones answer right more often; who does not know guesses, and sometimes leaves it open. */
const chooser =
  (random: Dice, skill: number, lean: ReadonlyMap<number, number>) =>
  ({ topicId, difficulty, right }: PastQuestion): Letter | null => {
    if (random.chance(skill + EASIER[difficulty] + (lean.get(topicId) ?? 0))) return right
    return random.chance(0.12) ? null : (LETTERS[random.whole(0, 3)] ?? 'A')
  }

interface Learner {
  id: number
  index: number
  skill: number
}

const sit = async (
  db: TenantDb,
  clientId: number,
  random: Dice,
  at: { learner: Learner; assessmentId: number; number: number; startedAt: Date; phone: string | null },
): Promise<string | null> => {
  const assessment = await pastAssessment(db, clientId, at.assessmentId)
  const id = random.uuid()
  const questions = await drawQuestions(db, clientId, { id: at.assessmentId }, id)
  if (!assessment || !questions) return null
  // Everybody has a topic that comes easily and one that does not.
  const topics = [...new Set(questions.map((question) => question.topic_id))].toSorted((a, b) => a - b)
  const lean = new Map([
    [topics[at.learner.index % topics.length] ?? 0, 0.15],
    [topics[(at.learner.index + 1) % topics.length] ?? 0, -0.2],
  ])
  const full = assessment.variant === 'full'
  const restless = full && RESTLESS.includes(at.learner.index)
  await addPastSitting(db, clientId, assessment, {
    id,
    holder: random.uuid(),
    userId: at.learner.id,
    assessmentId: at.assessmentId,
    number: at.number,
    startedAt: at.startedAt,
    minutes: assessment.duration_minutes * (0.55 + 0.5 * random.share()),
    phone: at.phone,
    ref: full && at.learner.index % 9 === 0 ? 'spring-drive' : null,
    questions,
    choose: chooser(random, at.learner.skill, lean),
    events: restless
      ? [3, 7, 11, 14].map((minute) => ({
          id: random.uuid(),
          kind: 'left_tab' as const,
          minute,
          lastedMs: random.whole(3, 40) * 1_000,
        }))
      : [],
  })
  return id
}

const appeal = async (
  db: TenantDb,
  clientId: number,
  attemptId: string,
  by: number | null,
  decidedAt: Date,
): Promise<void> => {
  await sql`
    update assessment_attempt set decision = 'upheld',
      decision_note = 'The window was left four times during the assessment. Please tell us what happened.',
      decision_by = ${by}, decision_at = ${decidedAt},
      appeal_text = 'My phone rang during the assessment and I had to dismiss the calls. I did not look anything up.',
      appeal_at = ${new Date(decidedAt.getTime() + DAY_MS)}
    where client_id = ${clientId} and id = ${attemptId}`.execute(db)
}

/** After the assessments are there. The demo's own student has only a short one behind: the entrance is to be tried. */
export const seedAttempts = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: number; variant: 'full' | 'short' }>`
    select id, variant from assessment where client_id = ${clientId} and status = 'active' order by id`.execute(
    db,
  )
  const idOf = (variant: 'full' | 'short') => rows.find((row) => row.variant === variant)?.id
  const [entrance, short] = [idOf('full'), idOf('short')]
  if (entrance === undefined || short === undefined) return
  const random = dice(7_000 + clientId)
  const staff = people.find(({ role }) => role === 'instructor')?.id ?? null
  const students = people.filter(({ role }) => role === 'student')
  for (const [index, student] of students.entries()) {
    const learner = { id: student.id, index, skill: 0.2 + 0.65 * random.share() }
    const daysAgo = 2 + ((index * 7) % 26)
    const startedAt = new Date(now.getTime() - daysAgo * DAY_MS + random.whole(0, 600) * MINUTE_MS)
    const own = student.username === 'student'
    if (!own) {
      const phone = `+9198${String(10_000_000 + index * 7919).slice(0, 8)}`
      const attempt = await sit(db, clientId, random, {
        learner,
        assessmentId: entrance,
        number: 1,
        startedAt,
        phone,
      })
      if (attempt && index === APPEALED)
        await appeal(db, clientId, attempt, staff, new Date(now.getTime() - 1.5 * DAY_MS))
    }
    // Some come back to the short one and have learned something meanwhile.
    const times = own ? 1 : 1 + (index % 3 === 0 ? 1 : 0)
    for (let number = 1; number <= times; number += 1)
      await sit(db, clientId, random, {
        learner: { ...learner, skill: learner.skill + 0.08 * (number - 1) },
        assessmentId: short,
        number,
        startedAt: new Date(startedAt.getTime() - (6 - 2 * number) * DAY_MS),
        phone: null,
      })
  }
}
