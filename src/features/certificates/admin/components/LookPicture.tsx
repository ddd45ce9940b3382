import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { previewQuery, type TemplatePreview } from '../api/templates.queries.ts'
import { wantedOf, type Look } from '../model/look.ts'

/** What learners will get, with sample words. Its name stands beside it. */
export const LookPicture = ({ look, className }: { look: Look; className?: string }) => {
  const { t } = useTranslation('certificates/admin')
  const { name: _name, is_default: _isDefault, ...drawn } = wantedOf(look)
  const query = useQuery(
    previewQuery({
      ...drawn,
      recipient_name: t('templates.sampleName'),
      title: t('templates.sampleTitle'),
    }),
  )
  return <LookImage query={query} orientation={look.orientation} {...(className && { className })} />
}

type ImageProps = {
  query: UseQueryResult<TemplatePreview>
  orientation: Look['orientation']
  className?: string
}

/** The drawn picture; the former one stays while the next is drawn. */
export const LookImage = ({ query, orientation, className }: ImageProps) => {
  const { t } = useTranslation('certificates/admin')
  const { data, isError, isPlaceholderData } = query
  const size = cx(orientation === 'portrait' ? 'aspect-1000/1414' : 'aspect-1414/1000', className ?? 'w-full')
  if (isError)
    return (
      <p className={cx('flex items-center justify-center p-4 text-center text-sm text-ink-muted', size)}>
        {t('templates.noPreview')}
      </p>
    )
  if (!data) return <Skeleton className={cx('rounded-lg', size)} />
  return (
    <img
      src={data.file}
      alt=""
      className={cx(
        'rounded-lg border border-line bg-surface-raised object-contain shadow-card transition-opacity duration-150',
        isPlaceholderData && 'opacity-60',
        size,
      )}
    />
  )
}
