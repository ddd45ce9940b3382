import { useQuery } from '@tanstack/react-query'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { planQuery } from '../api/live-admin.queries.ts'
import { planOf, type TypedSession } from '../model/session-form.ts'

/** A pause in choosing, so that not every step asks the server. */
const ASK_AFTER_MS = 400

/** What the server says about the plan as it is typed. */
export const usePlan = (form: TypedSession, sessionId: number | null) => {
  const plan = useSettled(JSON.stringify(planOf(form, sessionId)), ASK_AFTER_MS)
  return useQuery(planQuery(JSON.parse(plan) as ReturnType<typeof planOf>))
}
