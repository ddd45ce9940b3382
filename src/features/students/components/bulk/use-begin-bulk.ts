import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '#contract/students/bulk.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { asked, beginBulk, studentKeys } from '../../api/students.queries.ts'
import type { StudentFilters } from '../../model/filters.ts'

interface Wanted {
  action: BulkAction
  rows: readonly StudentRow[]
  /** Everybody whom these filters match instead of the rows. */
  all: StudentFilters | null
}

const peopleOf = ({ rows, all }: Wanted) => {
  if (!all) return { ids: rows.map(({ id }) => id) }
  const { page: _page, state, ...filter } = asked(all)
  return { filter: { ...filter, state: state ?? undefined } }
}

/** Leaves an action to the job. The same again after a lost answer has the same key: it happens once. */
export const useBeginBulk = (onBegun: (bulkId: string) => void) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  const last = useRef({ wanted: '', key: '' })
  return useMutation({
    mutationFn: (wanted: Wanted) => {
      const call = { action: wanted.action, people: peopleOf(wanted) }
      const text = JSON.stringify(call)
      if (last.current.wanted !== text) last.current = { wanted: text, key: crypto.randomUUID() }
      return beginBulk({ ...call, idempotency_key: last.current.key })
    },
    onSuccess: (bulk) => {
      queries.setQueryData(studentKeys.bulk(bulk.id), bulk)
      onBegun(bulk.id)
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('bulk.failed')) }),
  })
}
