import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Stat, StatRow } from '#src/shared/ui/content/Stat.tsx'
import { numbersQuery } from '../api/portal.queries.ts'

const SHOWN = ['valid', 'recent', 'waiting', 'revoked'] as const

export const Numbers = () => {
  const { t } = useTranslation('certificates/admin')
  const language = useLanguage()
  const { data, isError } = useQuery(numbersQuery())
  if (isError) return null
  if (!data) return <Skeleton className="mb-6 h-24 rounded-xl" />
  return (
    <StatRow columns={4} className="mb-6">
      {SHOWN.map((name) => (
        <Stat key={name} label={t(`numbers.${name}`)} value={formatNumber(data[name], language)} />
      ))}
    </StatRow>
  )
}
