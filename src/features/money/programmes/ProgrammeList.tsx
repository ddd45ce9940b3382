import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EditedProgramme, EditedProgrammes } from '#contract/money/admin-programmes.ts'
import { programmePath, programmeSlugs, type ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { programmesQuery, usePublishProgramme } from '../api/programmes.queries.ts'
import { Money } from '../components/Money.tsx'
import { ProgrammeDialog } from './ProgrammeDialog.tsx'

/** Both programmes: set up or not, offered or not, with price and plan. */
export const ProgrammeList = () => {
  const { t } = useTranslation('money')
  const programmes = useQuery(programmesQuery())
  const [edited, setEdited] = useState<{ page: EditedProgrammes; slug: ProgrammeSlug } | null>(null)
  const page = programmes.data
  return (
    <>
      <p className="mb-4 max-w-reading text-ink-muted">{t('programmes.text')}</p>
      <ListStates
        rows={page && programmeSlugs}
        query={programmes}
        texts={{
          loading: t('programmes.loading'),
          failed: t('programmes.failed'),
          empty: { title: t('programmes.none') },
        }}
        skeleton={{ rows: 2, className: 'h-44' }}
      >
        {(slugs) => (
          <div className="grid gap-4 lg:grid-cols-2">
            {slugs.map((slug) => (
              <ProgrammeCard
                key={slug}
                slug={slug}
                programme={page?.results.find((each) => each.slug === slug)}
                onEdit={() => page && setEdited({ page, slug })}
              />
            ))}
          </div>
        )}
      </ListStates>
      {/* It keeps what was there when it opened: a save says if somebody else was faster. */}
      {edited && <ProgrammeDialog {...edited} onClose={() => setEdited(null)} />}
    </>
  )
}

type CardProps = { slug: ProgrammeSlug; programme: EditedProgramme | undefined; onEdit: () => void }

const ProgrammeCard = ({ slug, programme, onEdit }: CardProps) => {
  const { t } = useTranslation('money')
  const { local } = useLocalized()
  const title = programme ? local(programme.title) : t(`coupons.programme.${slug}`)
  return (
    <Card as="article" aria-labelledby={`programme-${slug}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={`programme-${slug}`} className="text-lg font-semibold text-ink">
          <bdi>{title}</bdi>
        </h2>
        {programme && (
          <Badge tone={programme.is_published ? 'success' : 'neutral'}>
            {t(programme.is_published ? 'programmes.offered' : 'programmes.notOffered')}
          </Badge>
        )}
      </div>
      {programme ? (
        <Facts programme={programme} />
      ) : (
        <p className="text-ink-muted">{t('programmes.notSetUp')}</p>
      )}
      <div className="mt-auto flex flex-wrap gap-3 pt-1">
        <Button
          variant={programme ? 'secondary' : 'primary'}
          aria-label={`${t(programme ? 'programmes.edit' : 'programmes.setUp')}: ${title}`}
          onClick={onEdit}
        >
          {t(programme ? 'programmes.edit' : 'programmes.setUp')}
        </Button>
        {programme && <PublishButton programme={programme} title={title} />}
        {programme?.is_published && (
          <Link to={programmePath(slug)} className={buttonClass({ variant: 'ghost' })}>
            {t('programmes.open')}
          </Link>
        )}
      </div>
    </Card>
  )
}

const Facts = ({ programme }: { programme: EditedProgramme }) => {
  const { t } = useTranslation('money')
  const { number, percent } = useLocalized()
  const shares = programme.instalments.map((each) => number(each.percent)).join(' / ')
  return (
    <ul className="flex flex-col gap-1 text-sm text-ink-muted">
      <li className="text-base font-semibold text-ink">
        <Money minor={programme.total_minor} currency={programme.currency} isWhole />
      </li>
      <li>{t('programmes.plan', { booking: percent(programme.booking_percent), shares })}</li>
      <li>
        {t('programmes.courseCount', { count: programme.courses.length })} ·{' '}
        {t('programmes.buyers', { count: programme.buyers })}
      </li>
    </ul>
  )
}

const PublishButton = ({ programme, title }: { programme: EditedProgramme; title: string }) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const publish = usePublishProgramme()
  const { slug, is_published: isPublished } = programme
  const text = t(isPublished ? 'programmes.withdraw' : 'programmes.publish')
  const done = t(isPublished ? 'programmes.withdrawn' : 'programmes.published')
  const change = () =>
    publish.mutate(
      { programme: slug, isPublished: !isPublished },
      {
        onSuccess: () => notify({ kind: 'success', title: done }),
        onError: (error) => notify({ kind: 'error', title: errorText(error, t('programmes.notPublished')) }),
      },
    )
  return (
    <Button
      variant={isPublished ? 'secondary' : 'primary'}
      pending={publish.isPending}
      aria-label={`${text}: ${title}`}
      onClick={change}
    >
      {text}
    </Button>
  )
}
