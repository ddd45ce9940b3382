import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import { paths } from '#src/core/paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { LARGE, useMediaQuery } from '#src/shared/lib/hooks/use-media-query.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { ProfileNav } from '../components/nav/ProfileNav.tsx'
import { OwnProfileSections } from '../components/OwnProfileSections.tsx'
import { viewIn, type View } from '../model/views.ts'

const PublicSection = lazyPage(
  async () => (await import('../components/public/PublicSection.tsx')).PublicSection,
  // The names of badges.
  'leaderboard',
)
const PreferencesCard = lazyPart(
  async () => (await import('../components/preferences/PreferencesCard.tsx')).PreferencesCard,
)
const SecurityView = lazyPart(
  async () => (await import('../components/security/SecurityView.tsx')).SecurityView,
)
const OwnDataSection = lazyPart(
  async () => (await import('../components/own-data/OwnDataSection.tsx')).OwnDataSection,
)

interface Props {
  activity?: ReactNode
  payments?: ReactNode
  notifications?: ReactNode
  twoStep?: ReactNode
}

/** /user-profile: one part of the profile at a time, named after the hash. Phones start with the list of parts. */
export const ProfilePage = (parts: Props) => {
  const { t } = useTranslation('profile')
  const { hash } = useLocation()
  const isWide = useMediaQuery(LARGE)
  const named = viewIn(hash)
  const current = named ?? (isWide ? 'about' : null)
  return (
    <>
      {!isWide && named ? (
        <>
          <BackLink to={paths.profile} className="mb-4">
            {t('back')}
          </BackLink>
          <h1 className="sr-only">{t('title')}</h1>
        </>
      ) : (
        <PageHeader title={t('title')} />
      )}
      <div className="lg:grid lg:grid-cols-[14rem_minmax(0,44rem)] lg:gap-12">
        {isWide && <ProfileNav current={current} className="sticky top-20 self-start" />}
        {current ? (
          <ShownView key={current} view={current} isNamed={named !== null} {...parts} />
        ) : (
          <>
            <OwnCard />
            <ProfileNav current={null} className="mt-4" />
          </>
        )}
      </div>
    </>
  )
}

/** Whose profile it is, above the list of a phone. */
const OwnCard = () => {
  const { full_name: fullName, email, profile_picture: picture } = useAppSelector(selectUser)
  return (
    <div className="flex items-center gap-4">
      <Avatar name={fullName ?? ''} src={picture} size={64} />
      <div className="min-w-0">
        <p className="flex text-lg font-semibold">
          <bdi className="truncate">{fullName}</bdi>
        </p>
        <p className="flex text-sm text-ink-muted">
          <bdi className="truncate">{email}</bdi>
        </p>
      </div>
    </div>
  )
}

type ViewProps = Props & { view: View; isNamed: boolean }

/** The heading of a part that was opened from the list or from another page takes the focus. */
const ShownView = ({ isNamed, ...props }: ViewProps) => {
  const container = useRef<HTMLDivElement>(null)
  return (
    <div ref={container} className="min-w-0">
      <Suspense fallback={<Skeleton height={320} />}>
        {isNamed && <FocusHeading within={container} />}
        <ViewOf {...props} />
      </Suspense>
    </div>
  )
}

/** The heading stands once the part's code and data have arrived. */
const FocusHeading = ({ within }: { within: { current: HTMLElement | null } }) => {
  useEffect(() => {
    document.documentElement.scrollTop = 0
    const focus = () => {
      const heading = within.current?.querySelector<HTMLElement>('h2')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
      return Boolean(heading)
    }
    if (focus() || !within.current) return
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect()
    })
    observer.observe(within.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [within])
  return null
}

const ViewOf = ({ view, activity, payments, notifications, twoStep }: Omit<ViewProps, 'isNamed'>) => {
  const name = useAppSelector(selectUser).full_name ?? ''
  if (view === 'about') return <OwnProfileSections />
  if (view === 'public') return <PublicSection name={name} />
  if (view === 'activity') return <div className="[&_dl]:lg:grid-cols-2">{activity}</div>
  if (view === 'payments') return payments
  if (view === 'preferences') return <PreferencesCard />
  if (view === 'notifications') return notifications
  if (view === 'security') return <SecurityView twoStep={twoStep} />
  return <OwnDataSection />
}
