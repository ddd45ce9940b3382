import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseRoster } from '#contract/courses/enrolment.ts'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useAccess } from '../../api/access.queries.ts'
import { rosterQuery } from '../../api/roster.queries.ts'
import { GrantForm } from './GrantForm.tsx'
import { PaymentText } from './PaymentText.tsx'
import { OfferForm } from './OfferForm.tsx'
import { PurchaseRow } from './PurchaseRow.tsx'

/** For people who manage the course: seats, access granted by hand, purchases and refund requests. */
export const StaffPanel = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses/catalogue')
  const { data: access } = useAccess(course.id)
  const { role } = useAppSelector(selectUser)
  const isAdmin = role === 'admin' || role === 'superadmin'
  const roster = useQuery({ ...rosterQuery(course.id), enabled: access?.may_manage === true })
  if (!access?.may_manage) return null
  return (
    <section aria-labelledby="course-staff" className="card p-4 sm:p-6">
      <h2 id="course-staff" className="text-xl font-semibold text-ink">
        {t('staff.title')}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">{t('staff.intro')}</p>
      {roster.data ? (
        <div className="mt-5 flex flex-col gap-8">
          <OfferForm
            key={offerKey(roster.data, access.opens_at)}
            course={course}
            access={access}
            roster={roster.data}
          />
          <SeatList roster={roster.data} />
          <Purchases course={course} roster={roster.data} />
          {course.price === 'premium' && isAdmin && <PaymentText />}
        </div>
      ) : roster.isError ? (
        <Alert
          kind="error"
          className="mt-4"
          title={t('staff.error')}
          action={
            <Button size="sm" variant="secondary" onClick={() => void roster.refetch()}>
              {t('reviews.retry')}
            </Button>
          }
        />
      ) : (
        <Skeleton className="mt-4 h-40 w-full" />
      )}
    </section>
  )
}

/** Resets the form when somebody else changes the data it shows. */
const offerKey = ({ seats }: CourseRoster, opensAt: string | null) =>
  `${seats?.capacity ?? ''}/${opensAt ?? ''}`

const TONES = { confirmed: 'success', held: 'warning', offered: 'info', waiting: 'neutral' } as const

const SeatList = ({ roster }: { roster: CourseRoster }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  if (!roster.seats) return null
  return (
    <section>
      <h3 className="font-semibold text-ink">{t('staff.places')}</h3>
      {roster.places.length === 0 ? (
        <p className="mt-2 text-sm text-ink-muted">{t('staff.noPlaces')}</p>
      ) : (
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="mt-2 max-h-96 divide-y divide-line overflow-y-auto"
        >
          {roster.places.map(({ person, state, since, until }) => (
            <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
              <span className="min-w-0 flex-1">
                <span className="flex font-medium text-ink">
                  <bdi className="truncate">{person.name}</bdi>
                </span>
                <span className="flex text-ink-muted">
                  <bdi className="truncate">{person.email}</bdi>
                </span>
              </span>
              <Badge tone={TONES[state]}>{t(`staff.state.${state}`)}</Badge>
              <span className="text-ink-muted">
                {until
                  ? t('staff.until', { at: formatDate(until, language, { time: true }) })
                  : t('staff.since', { at: formatDate(since, language) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Purchases = ({ course, roster }: { course: CourseDetail; roster: CourseRoster }) => {
  const { t } = useTranslation('courses/catalogue')
  return (
    <section>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold text-ink">{t('staff.purchases')}</h3>
        {roster.may_settle && roster.purchases.length > 0 && (
          <Link
            to={`${adminPaths.paymentList}?course=${course.id}`}
            className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
          >
            {t('staff.allPayments')}
          </Link>
        )}
      </div>
      {roster.purchases.length === 0 ? (
        <p className="mt-2 text-sm text-ink-muted">{t('staff.noPurchases')}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {roster.purchases.map((purchase) => (
            <PurchaseRow
              key={purchase.id}
              courseId={course.id}
              purchase={purchase}
              maySettle={roster.may_settle}
            />
          ))}
        </ul>
      )}
      <GrantForm courseId={course.id} currency={roster.currency} />
    </section>
  )
}
