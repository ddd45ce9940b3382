import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { SectionCard } from './SectionCard.tsx'

/** The account. E-mail and username are shown but never edited (spec 5). */
export const AccountCard = () => {
  const { t } = useTranslation('profile')
  const user = useAppSelector(selectUser)
  const name = user.full_name ?? user.username ?? ''
  return (
    <SectionCard title={t('account.title')}>
      <div className="flex items-center gap-4">
        <Avatar name={name} src={user.profile_picture} size={64} />
        <div className="min-w-0">
          <p dir="auto" className="truncate text-lg font-semibold">
            {name}
          </p>
          {user.role && <Badge tone="primary">{t(`account.roles.${user.role}`)}</Badge>}
        </div>
      </div>
      <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))]">
        <Fact term={t('account.email')}>
          <span dir="ltr">{user.email}</span>
        </Fact>
        <Fact term={t('account.username')}>
          <span dir="auto">{user.username}</span>
        </Fact>
        <Fact term={t('account.phone')}>
          {user.phone_number ? <span dir="ltr">{user.phone_number}</span> : t('account.noPhone')}
        </Fact>
      </dl>
      <p className="mt-4 max-w-reading text-sm text-ink-muted">{t('account.fixed')}</p>
    </SectionCard>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-muted">{term}</dt>
    <dd className="mt-0.5 font-medium break-words">{children}</dd>
  </div>
)
