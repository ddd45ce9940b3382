import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StaffApplication } from '#contract/job-applications/pipeline.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { recruitingKeys, saveRating } from '../api/recruiting.queries.ts'
import { StarChoice } from './Stars.tsx'

/** The rating, shown at the touch and taken back when the server refuses. */
export const RatingLine = ({ application }: { application: StaffApplication }) => {
  const { t } = useTranslation('recruiting')
  const cache = useQueryClient()
  const notify = useNotify()
  const key = recruitingKeys.application(application.id)
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (rating: number | null) => saveRating(application.id, rating),
    onSuccess: async (next) => {
      cache.setQueryData(key, next)
      await cache.invalidateQueries({ queryKey: [...recruitingKeys.all, 'board'] })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('rating.failed')) }),
  })
  const rating = isPending ? variables : application.rating
  return <StarChoice rating={rating} onChange={(next) => mutate(next)} />
}
