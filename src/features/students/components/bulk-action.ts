import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StudentRefusal, StudentRow } from '#contract/students/students.ts'
import { errorText } from '#src/core/http/error-text.ts'
import type { BulkOutcomeOf } from '#src/core/lists/bulk-outcome.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { enrol, setActive, setMembers, studentKeys } from '../api/students.queries.ts'

export type BulkAction =
  | { kind: 'enrol'; courseId: number }
  | { kind: 'activate' | 'deactivate' }
  | { kind: 'join' | 'leave'; groupId: number }

/** What takes an action back; null if nothing does. */
export const inverseOf = (action: BulkAction): BulkAction | null => {
  switch (action.kind) {
    case 'activate':
      return { kind: 'deactivate' }
    case 'deactivate':
      return { kind: 'activate' }
    case 'join':
      return { kind: 'leave', groupId: action.groupId }
    case 'leave':
      return { kind: 'join', groupId: action.groupId }
    case 'enrol':
      return null
  }
}

const send = (action: BulkAction, ids: number[]) => {
  if (action.kind === 'enrol') return enrol(ids, action.courseId)
  if (action.kind === 'join' || action.kind === 'leave')
    return setMembers(action.groupId, ids, action.kind === 'join')
  return setActive(ids, action.kind === 'activate')
}

interface Done {
  action: BulkAction
  outcome: BulkOutcomeOf<StudentRefusal>
  isUndo: boolean
}

/** An action on the chosen people, with its result for each of them, and the way back. */
export const useBulkAction = (rows: readonly StudentRow[], onDone: () => void) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  const [done, setDone] = useState<Done | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ action, ids }: { action: BulkAction; ids: number[]; isUndo: boolean }) =>
      send(action, ids),
    onSuccess: ({ results }, { action, isUndo }) => {
      setDone({ action, isUndo, outcome: { rows: done?.outcome.rows ?? rows, results } })
      onDone()
      void queries.invalidateQueries({ queryKey: studentKeys.all })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('bulk.failed')) }),
  })
  return {
    done,
    act: (action: BulkAction) => mutate({ action, ids: rows.map(({ id }) => id), isUndo: false }),
    undo: (action: BulkAction, ids: number[]) => mutate({ action, ids, isUndo: true }),
    isPendingOf: (kind: BulkAction['kind']) => isPending && variables?.action.kind === kind,
  }
}
