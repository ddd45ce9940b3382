/**
 * What the server last said to a learner's pages, so that they open again without a connection. Kept by the page, not
 * by the worker (TRUST pitfall 13), for this person only. Exams, staff pages, accounts and money are never kept.
 */
import type { EndpointSpec } from '#contract/endpoint.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'
import { keepAnswer, keptFrom, trimVisited } from '#src/core/storage/shelf.ts'

/** By the contract's names: what a learner's pages show. */
const KEPT =
  /^(courses\.(list|detail|topic|facets|recommended|related|instructor|reviews|access|learningHome)|lessons\.(notes|courseNotes|quizAttempts)|problems\.get|offline\.course|clients\.info|community\.(threads|thread|comments|tags|lessonThreads)|leaderboard\.overall|badges\.list|activity\.(dailyLeaders|hoursSpent|monthlyStreak|heatmap|weeklyGoal))$/
/** Now and then what is too much goes. */
const TRIM_EVERY = 20

let notes = 0

/** `client:person`; null while nobody is signed in. */
export const ownerOfAnswers = (): string | null => {
  const user = storedUser()
  return user?.isAuthenticated && user.id !== null ? `${clientId()}:${user.id}` : null
}

export const note = async (endpoint: EndpointSpec, address: string, answer: unknown): Promise<void> => {
  const owner = ownerOfAnswers()
  if (owner === null || !KEPT.test(endpoint.name)) return
  await keepAnswer(owner, address, { answer })
  notes += 1
  if (notes % TRIM_EVERY === 0) await trimVisited(owner)
}

/** Null when this page was never visited here. */
export const recall = async (
  endpoint: EndpointSpec,
  address: string,
): Promise<{ answer: unknown } | null> => {
  const owner = ownerOfAnswers()
  return owner === null || !KEPT.test(endpoint.name) ? null : keptFrom(owner, address)
}
