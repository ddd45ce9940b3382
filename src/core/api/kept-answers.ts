/**
 * What the server last said to a learner's pages, so that they open again without a connection. Kept by the page, not
 * by the worker (trust pitfall 13), for this person only. Exams, staff pages, accounts and money are never kept. A
 * refusal is a word of the server too: nothing kept ever takes its place.
 */
import { pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { isReachable, onConnectivity } from '#src/core/pwa/connectivity.ts'
import { storedUser } from '#src/core/session/session.ts'
import { keepAnswer, keptFrom, trimVisited } from '#src/core/storage/shelf.ts'
import { liveQueryClient } from './query-client.ts'

/** By the contract's names: what a learner's pages show. */
const KEPT =
  /^(courses\.(list|detail|topic|facets|recommended|related|instructor|reviews|access|learningHome)|lessons\.(notes|courseNotes|quizAttempts)|problems\.get|offline\.course|clients\.info|community\.(threads|thread|comments|tags|lessonThreads)|leaderboard\.overall|badges\.list|activity\.(dailyLeaders|hoursSpent|monthlyStreak|heatmap|weeklyGoal))$/
/** Now and then what is too much goes. */
const TRIM_EVERY = 20
/** While the server seems out of reach, what is kept waits so long for it and no longer. */
const PATIENCE_MS = 1000
const LATE = Symbol('late')

type Options = { params?: object; query?: object } | undefined

/** Where an answer comes from: the path and what was asked, in one order. */
export const addressOf = (endpoint: EndpointSpec, options: Options): string =>
  `${pathFor(endpoint, { clientId: clientId(), ...options?.params })}?${JSON.stringify(
    Object.entries(options?.query ?? {})
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )}`

/** `client:person`; null while nobody is signed in. */
const ownerOfAnswers = (): string | null => {
  const user = storedUser()
  return user?.isAuthenticated && user.id !== null ? `${clientId()}:${user.id}` : null
}

let notes = 0
export const note = async (endpoint: EndpointSpec, options: Options, answer: unknown): Promise<void> => {
  const owner = ownerOfAnswers()
  if (owner === null || !KEPT.test(endpoint.name)) return
  await keepAnswer(owner, addressOf(endpoint, options), { answer })
  notes += 1
  if (notes % TRIM_EVERY === 0) await trimVisited(owner)
}

const recall = async (endpoint: EndpointSpec, options: Options): Promise<{ answer: unknown } | null> => {
  const owner = ownerOfAnswers()
  return owner === null || !KEPT.test(endpoint.name) ? null : keptFrom(owner, addressOf(endpoint, options))
}

let gaveKept = false
const give = ({ answer }: { answer: unknown }) => {
  gaveKept = true
  return answer
}
// Pages that stand on what was kept read again as soon as there is somebody to ask.
onConnectivity(() => {
  if (!gaveKept || !isReachable()) return
  gaveKept = false
  void liveQueryClient()?.invalidateQueries()
})

/** For a reading that failed: what is kept, where only the connection is missing; else the failure goes on. */
export const insteadOf = async (
  error: unknown,
  endpoint: EndpointSpec,
  options: Options,
): Promise<unknown> => {
  const kept = isApiError(error) && error.code === 'network' ? await recall(endpoint, options) : null
  if (!kept) throw error
  return give(kept)
}

/** For a reading while the server seems out of reach: it is asked, and what is kept does not wait for it long. */
export const askOrRecall = async (
  endpoint: EndpointSpec,
  options: Options,
  ask: () => Promise<unknown>,
): Promise<unknown> => {
  const kept = await recall(endpoint, options)
  if (!kept) return ask()
  const late = new Promise<typeof LATE>((resolve) => setTimeout(() => resolve(LATE), PATIENCE_MS))
  const first = await Promise.race([
    ask().catch((error: unknown) => insteadOf(error, endpoint, options)),
    late,
  ])
  return first === LATE ? give(kept) : first
}
