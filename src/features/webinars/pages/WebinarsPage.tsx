import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { webinarsQuery } from '../api/webinars.queries.ts'
import { WebinarCard } from '../components/WebinarCard.tsx'
import { WEBINAR_FILTERS, webinarViews, WEBINARS_PER_PAGE } from '../model/webinar-filters.ts'

/** /admin/webinar-management: everybody sees the schedule and registers; staff plan and see who comes (spec 2). */
export const WebinarsPage = () => {
  const { t } = useTranslation('webinars')
  const list = useListFilters(WEBINAR_FILTERS)
  const webinars = useQuery(webinarsQuery(list.filters))
  const { view } = list.filters
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} actions={<PlanLink />} />
      <Segmented
        legend={<span className="sr-only">{t('view.label')}</span>}
        className="mb-5 sm:max-w-md"
        value={view}
        options={webinarViews.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={(next) => list.change({ view: next })}
      />
      <ListShell
        list={list}
        query={webinars}
        page={webinars.data}
        perPage={WEBINARS_PER_PAGE}
        search={t('search')}
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: { title: t(`empty.${view}`), text: t(`empty.${view}Text`) },
          none: t('none'),
        }}
        skeleton={{ rows: 3, className: 'h-48', list: 'grid gap-4 lg:grid-cols-2' }}
      >
        {(rows) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {rows.map((webinar) => (
              <WebinarCard key={webinar.id} webinar={webinar} />
            ))}
          </ul>
        )}
      </ListShell>
    </>
  )
}

/** Planning is part of the live sessions: without that feature there is nothing to plan with. */
const PlanLink = () => {
  const { t } = useTranslation('webinars')
  const { mayEnterAdmin } = roleFlags(useAppSelector(selectUser).role)
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_live'))
  if (!mayEnterAdmin || isOff) return null
  return (
    <Link
      to={`${adminPaths.live}?session=new&kind=webinar`}
      className={buttonClass({ className: 'max-sm:w-full' })}
    >
      <Plus aria-hidden="true" size={18} />
      {t('plan')}
    </Link>
  )
}
