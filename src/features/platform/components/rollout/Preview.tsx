import { useTranslation } from 'react-i18next'
import type { RolloutPreview } from '#contract/platform/rollout.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatNumber } from '#src/shared/lib/format.ts'

type Props = {
  query: { data: RolloutPreview | null | undefined; isError: boolean; refetch: () => unknown }
}

/** Whom it affects, before it is done. */
export const Preview = ({ query }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <section aria-live="polite" className="flex flex-col gap-3">
      <h3 className="text-base font-semibold text-ink">{t('rollout.preview')}</h3>
      <ListStates
        rows={query.data ? [query.data] : undefined}
        query={query}
        texts={{
          loading: t('rollout.counting'),
          failed: t('rollout.notCounted'),
          empty: { title: t('clients.none') },
        }}
        skeleton={{ rows: 1, className: 'h-24' }}
      >
        {([found]) => found && <Found found={found} />}
      </ListStates>
    </section>
  )
}

const Found = ({ found: { affected, people, unchanged, clients } }: { found: RolloutPreview }) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  if (affected === 0) return <p className="text-sm text-ink-muted">{t('rollout.nobody')}</p>
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-ink">
        {t('rollout.affects', { count: affected })} {t('rollout.people', { count: people })}
      </p>
      {unchanged > 0 && <p className="text-ink-muted">{t('rollout.unchanged', { count: unchanged })}</p>}
      <ul className="divide-y divide-line rounded-lg border border-line px-3">
        {clients.map(({ id, name, people: active }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <bdi className="min-w-0 wrap-anywhere text-ink">{name}</bdi>
            <span className="shrink-0 text-ink-muted tabular-nums">{formatNumber(active, language)}</span>
          </li>
        ))}
        {affected > clients.length && (
          <li className="py-2 text-ink-muted">{t('rollout.more', { count: affected - clients.length })}</li>
        )}
      </ul>
    </div>
  )
}
