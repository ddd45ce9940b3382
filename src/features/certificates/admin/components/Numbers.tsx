import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import { numbersQuery } from '../api/portal.queries.ts'

const SHOWN = ['valid', 'recent', 'waiting', 'revoked'] as const

export const Numbers = () => {
  const { t } = useTranslation('certificates/admin')
  const language = useLanguage()
  const { data, isError } = useQuery(numbersQuery())
  if (isError) return null
  if (!data) return <Skeleton className="mb-6 h-24 rounded-xl" />
  return (
    <dl className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {SHOWN.map((name) => (
        <Stat key={name} label={t(`numbers.${name}`)} value={formatNumber(data[name], language)} />
      ))}
    </dl>
  )
}
