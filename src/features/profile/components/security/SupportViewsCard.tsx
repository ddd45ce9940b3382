import { useTranslation } from 'react-i18next'
import type { SupportView } from '#contract/auth/support.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { useSupportViews } from '../../api/sessions.queries.ts'
import { Section } from '../Section.tsx'

/** Which administrators saw the product through this account, when and why (TE11). */
export const SupportViewsCard = () => {
  const { t } = useTranslation('profile')
  const views = useSupportViews()
  return (
    <Section id="support-views" title={t('supportViews.title')} text={t('supportViews.explain')}>
      {views.data?.length === 0 ? (
        <p className="py-3 text-ink-muted">{t('supportViews.empty')}</p>
      ) : (
        <ListStates
          rows={views.data}
          query={views}
          texts={{
            loading: t('supportViews.loading'),
            failed: t('supportViews.error'),
            empty: { title: t('supportViews.empty') },
          }}
          skeleton={{ rows: 1, className: 'h-14' }}
        >
          {(rows) => (
            <ul>
              {rows.map((view) => (
                <li key={view.id} className="border-t border-line py-3">
                  <View view={view} />
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      )}
    </Section>
  )
}

const View = ({ view }: { view: SupportView }) => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const at = (time: string) => isolated(formatDate(time, language, { time: true }))
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi className="wrap-anywhere">{view.by?.name ?? t('supportViews.gone')}</bdi>
        {view.is_running && <Badge tone="warning">{t('supportViews.running')}</Badge>}
      </p>
      <p className="mt-0.5 text-sm text-ink-muted">
        {t('supportViews.times', { from: at(view.started_at), to: at(view.ended_at) })}
      </p>
      <p className="mt-0.5 text-sm wrap-anywhere">
        <bdi>{view.reason}</bdi>
      </p>
    </>
  )
}
