import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAction, BulkKind } from '#contract/students/bulk.ts'
import type { StudentRefusal, StudentRow } from '#contract/students/students.ts'
import type { BulkOutcomeOf } from '#src/core/lists/bulk-outcome.ts'
import { useBulkMutation } from '#src/core/lists/use-bulk-mutation.ts'
import { enrol, setActive, setMembers, studentKeys, unenrol } from '../../api/students.queries.ts'

/** What one call does with the people of a page; the others are left to the job. */
export type QuickAction = Exclude<BulkAction, { kind: 'access' | 'role' | 'password' | 'message' }>

export const isQuick = (action: BulkAction): action is QuickAction =>
  action.kind !== 'access' &&
  action.kind !== 'role' &&
  action.kind !== 'password' &&
  action.kind !== 'message'

/** What takes an action back. */
export const inverseOf = (action: QuickAction): QuickAction => {
  switch (action.kind) {
    case 'enrol':
      return { kind: 'unenrol', course_id: action.course_id }
    case 'unenrol':
      return { kind: 'enrol', course_id: action.course_id }
    case 'activate':
      return { kind: 'deactivate' }
    case 'deactivate':
      return { kind: 'activate' }
    case 'join':
      return { kind: 'leave', group_id: action.group_id }
    case 'leave':
      return { kind: 'join', group_id: action.group_id }
  }
}

const send = (action: QuickAction, ids: number[]) => {
  switch (action.kind) {
    case 'enrol':
      return enrol(ids, action.course_id)
    case 'unenrol':
      return unenrol(ids, action.course_id)
    case 'join':
    case 'leave':
      return setMembers(action.group_id, ids, action.kind === 'join')
    default:
      return setActive(ids, action.kind === 'activate')
  }
}

interface Sent {
  action: QuickAction
  ids: number[]
  isUndo: boolean
}
interface Done extends Sent {
  outcome: BulkOutcomeOf<StudentRefusal>
}

/** A quick action on the chosen people, with its result for each of them, and the way back. */
export const useQuickAction = (rows: readonly StudentRow[], onDone: () => void) => {
  const { t } = useTranslation('students')
  const queries = useQueryClient()
  const [done, setDone] = useState<Done | null>(null)
  const { mutate, isPending, variables } = useBulkMutation({
    rows: done?.outcome.rows ?? rows,
    send: ({ action, ids }: Sent) => send(action, ids),
    failed: t('bulk.failed'),
    onDone: (outcome, sent) => {
      setDone({ ...sent, outcome })
      onDone()
      void queries.invalidateQueries({ queryKey: studentKeys.all })
    },
  })
  return {
    done,
    act: (action: QuickAction) => mutate({ action, ids: rows.map(({ id }) => id), isUndo: false }),
    undo: (action: QuickAction, ids: number[]) => mutate({ action, ids, isUndo: true }),
    isPendingOf: (kind: BulkKind) => isPending && variables?.action.kind === kind,
  }
}
