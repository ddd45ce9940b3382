import { languageInfo } from '#contract/languages.ts'
import { useTranslation } from 'react-i18next'
import { shallowEqual } from 'react-redux'
import { Link, useLocation } from 'react-router-dom'
import Award from 'lucide-react/icons/award'
import CloudDownload from 'lucide-react/icons/cloud-download'
import Gift from 'lucide-react/icons/gift'
import LogOut from 'lucide-react/icons/log-out'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import UserRound from 'lucide-react/icons/user-round'
import { hasFeature } from '#src/core/client-config/features.ts'
import { changeLanguage } from '#src/core/i18n/language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { selectRoleFlags, selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { appearances, setAppearance, useAppearance } from '#src/core/theme/mode.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { adminBottomItems, adminItems, studentBottomItems, studentSideItems } from './nav-items.ts'
import { NavIcon } from './NavIcon.tsx'
import { useClient } from './use-client.ts'
import { useNavLabel } from './use-nav-label.ts'

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-sm hover:bg-surface-sunken'

const signOutNow = async () => {
  const { signOut } = await import('#src/core/sign-out/sign-out.ts')
  await signOut()
}

/** On phones: what the side navigation has and the bottom bar has no room for. */
const MorePages = ({ onLeave }: { onLeave: () => void }) => {
  const { pathname } = useLocation()
  const { features } = useClient()
  const roles = useAppSelector(selectRoleFlags, shallowEqual)
  const labelOf = useNavLabel()
  const [side, bottom] =
    roles.mayEnterAdmin && pathname.startsWith('/admin/')
      ? [adminItems(features, roles), adminBottomItems(features)]
      : [studentSideItems(features), studentBottomItems(features)]
  const rest = side.filter(({ to }) => !bottom.some((item) => item.to === to))
  if (rest.length === 0) return null
  return (
    <ul className="border-b border-line p-2 md:hidden">
      {rest.map((item) => (
        <li key={item.slug}>
          <Link to={item.to} className={ROW} onClick={onLeave}>
            <NavIcon slug={item.slug} className="text-ink-muted" />
            {labelOf(item)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Profile, language, appearance and sign-out (spec 2: Top bar). */
export const AvatarPanel = ({ onLeave }: { onLeave: () => void }) => {
  const { t } = useTranslation('app')
  const user = useAppSelector(selectUser)
  const language = useLanguage()
  const appearance = useAppearance()
  const { languages, features } = useClient()
  const name = user.full_name ?? user.username ?? ''
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line p-4">
        <Avatar name={name} src={user.profile_picture} size={44} />
        <div className="min-w-0">
          <p dir="auto" className="truncate font-semibold">
            {name}
          </p>
          <p className="flex text-sm text-ink-muted">
            <bdi className="truncate">{user.email}</bdi>
          </p>
        </div>
      </div>
      <MorePages onLeave={onLeave} />
      <div className="p-2">
        <Link to={paths.profile} className={ROW} onClick={onLeave}>
          <UserRound aria-hidden="true" size={20} className="text-ink-muted" />
          {t('shell.profile')}
        </Link>
        {hasFeature(features, 'course') && (
          <Link to={paths.practice} className={ROW} onClick={onLeave}>
            <RotateCcw aria-hidden="true" size={20} className="text-ink-muted" />
            {t('shell.practice')}
          </Link>
        )}
        {hasFeature(features, 'course') && (
          <Link to={paths.certificates} className={ROW} onClick={onLeave}>
            <Award aria-hidden="true" size={20} className="text-ink-muted" />
            {t('shell.certificates')}
          </Link>
        )}
        {hasFeature(features, 'admin_referral') && (
          <Link to={paths.referrals} className={ROW} onClick={onLeave}>
            <Gift aria-hidden="true" size={20} className="text-ink-muted" />
            {t('shell.referrals')}
          </Link>
        )}
        {hasFeature(features, 'course') && (
          <Link to={paths.offline} className={ROW} onClick={onLeave}>
            <CloudDownload aria-hidden="true" size={20} className="text-ink-muted" />
            {t('shell.savedCourses')}
          </Link>
        )}
      </div>
      <div className="flex flex-col gap-4 border-y border-line p-4">
        {languages.length > 1 && (
          <Segmented
            legend={t('shell.language')}
            value={language}
            options={languages.map((code) => ({ value: code, label: languageInfo(code).name, lang: code }))}
            onChange={(code) => void changeLanguage(code)}
          />
        )}
        <Segmented
          legend={t('shell.appearance')}
          value={appearance}
          options={appearances.map((value) => ({ value, label: t(`shell.appearances.${value}`) }))}
          onChange={setAppearance}
        />
      </div>
      <div className="p-2">
        <button type="button" className={ROW} onClick={() => void signOutNow()}>
          <LogOut aria-hidden="true" size={20} className="text-ink-muted rtl:-scale-x-100" />
          {t('shell.logout')}
        </button>
      </div>
    </>
  )
}
