import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import Award from 'lucide-react/icons/award'
import CircleCheck from 'lucide-react/icons/circle-check'
import LinkIcon from 'lucide-react/icons/link'
import type { PublicProfile } from '#contract/profile/public-profile.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'

interface Props {
  person: PublicProfile
  /** The page of its own, or the preview in the form. */
  as: 'page' | 'preview'
}

/** What a person shows of themselves: on their own page, and in the preview before they switch it on. */
export const PublicCard = ({ person, as }: Props) => {
  const { t } = useTranslation('profile')
  const { t: badge } = useTranslation('leaderboard')
  const language = useLanguage()
  const Heading = as === 'page' ? 'h1' : 'p'
  const { client } = runtimeConfig()
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-surface-raised">
      <div aria-hidden="true" className="h-20 bg-primary-soft sm:h-24" />
      <div className="grid gap-8 px-5 pb-8 sm:px-8">
        <div className="-mt-12 grid justify-items-start gap-3">
          <span className="rounded-full border-4 border-surface-raised">
            <Avatar name={person.name} src={person.picture} size={96} />
          </span>
          <div className="min-w-0">
            <Heading tabIndex={-1} className="text-2xl font-bold tracking-tight outline-none">
              <bdi className="break-words">{person.name}</bdi>
            </Heading>
            {client && (
              <p className="text-ink-muted">{t('public.learnsAt', { client: isolated(client.name) })}</p>
            )}
          </div>
          <Links urls={person.links} />
        </div>
        {person.bio !== '' && (
          <p className="max-w-reading break-words whitespace-pre-line">
            <bdi>{person.bio}</bdi>
          </p>
        )}
        <Marks
          as={as}
          title={t('public.courses')}
          icon={<CircleCheck aria-hidden="true" size={22} className="mt-0.5 shrink-0 text-success-text" />}
          marks={person.courses.map(({ title, completed_at: at }) => ({
            name: title,
            when: formatDate(at, language),
          }))}
        />
        <Marks
          as={as}
          title={t('public.badges')}
          icon={<Award aria-hidden="true" size={22} className="mt-0.5 shrink-0 text-primary-text" />}
          marks={person.badges.map(({ badge: name, earned_at: at }) => ({
            name: badge(`badges.${name}.name`),
            when: formatDate(at, language),
          }))}
        />
      </div>
    </div>
  )
}

const Links = ({ urls }: { urls: readonly string[] }) =>
  urls.length > 0 && (
    <ul className="flex flex-wrap gap-x-5">
      {urls.map((url) => (
        <li key={url}>
          <a
            href={url}
            rel="noopener noreferrer nofollow ugc me"
            target="_blank"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-primary-text hover:underline"
          >
            <LinkIcon aria-hidden="true" size={16} className="shrink-0" />
            <bdi dir="ltr" className="break-all">
              {url.replace('https://', '').replace(/^www\./, '')}
            </bdi>
          </a>
        </li>
      ))}
    </ul>
  )

interface MarksProps {
  as: Props['as']
  title: string
  icon: ReactNode
  marks: readonly { name: string; when: string }[]
}

const Marks = ({ as, title, icon, marks }: MarksProps) => {
  const Heading = as === 'page' ? 'h2' : 'p'
  return (
    marks.length > 0 && (
      <div>
        <Heading className="mb-3 font-semibold">{title}</Heading>
        <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {marks.map(({ name, when }, place) => (
            <li key={`${place} ${name}`} className="flex items-start gap-3">
              {icon}
              <span className="min-w-0">
                <bdi className="block break-words">{name}</bdi>
                <span className="text-sm text-ink-muted">{when}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    )
  )
}
