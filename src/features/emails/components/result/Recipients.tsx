import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterwards, type Campaign, type listRecipients } from '#contract/emails/campaigns.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { PEOPLE_PER_PAGE, recipientsQuery, type RecipientChoice } from '../../api/campaigns.queries.ts'
import { PeoplePages, Tally } from '../people-parts.tsx'

const CHOICES: readonly RecipientChoice[] = [
  'sent',
  'waiting',
  'sending',
  'failed',
  'unknown',
  ...afterwards,
  'left_out',
]

/** Where there are people: an empty list helps nobody. */
const firstChoice = ({ counts }: Campaign): RecipientChoice =>
  CHOICES.find((state) => counts[state] > 0) ?? 'sent'

/** The people under one number, with the result of each. */
export const Recipients = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('emails')
  const [chosen, setChosen] = useState<{ state: RecipientChoice; page: number }>(() => ({
    state: firstChoice(campaign),
    page: 1,
  }))
  const recipients = useQuery(recipientsQuery(campaign, chosen.state, chosen.page))
  return (
    <section aria-label={t('recipients.title')} className="flex flex-col gap-4">
      <div role="group" aria-label={t('recipients.filter')} className="flex flex-wrap gap-2">
        {CHOICES.filter((state) => state === 'sent' || campaign.counts[state] > 0).map((state) => (
          <Tally
            key={state}
            count={campaign.counts[state]}
            isOn={chosen.state === state}
            label={t(`recipients.${state}`)}
            onClick={() => setChosen({ state, page: 1 })}
          />
        ))}
      </div>
      <ListStates
        rows={recipients.data?.results}
        query={recipients}
        texts={{ loading: t('who.loading'), failed: t('who.failed'), empty: { title: t('who.empty') } }}
        skeleton={{ rows: 5, className: 'h-14' }}
      >
        {(rows) => (
          <Card>
            <ul className="-my-3 divide-y divide-line">
              {rows.map((row) => (
                <Row key={`${row.email} ${row.settled_at} ${row.topic}`} row={row} />
              ))}
            </ul>
          </Card>
        )}
      </ListStates>
      <PeoplePages
        page={chosen.page}
        count={recipients.data?.count ?? 0}
        perPage={PEOPLE_PER_PAGE}
        onPage={(page) => setChosen({ ...chosen, page })}
      />
    </section>
  )
}

const Row = ({ row }: { row: ResponseOf<typeof listRecipients>['results'][number] }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const facts = afterwards.flatMap((what) => {
    const at = row[`${what}_at`]
    return at === null ? [] : [{ what, at }]
  })
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 text-sm">
      <div className="flex min-w-0 flex-wrap gap-x-3">
        {row.name !== null && <bdi className="font-medium text-ink wrap-anywhere">{row.name}</bdi>}
        <bdi className="text-ink-muted wrap-anywhere">{row.email}</bdi>
        {row.topic !== null && <bdi className="text-ink-muted wrap-anywhere">{row.topic}</bdi>}
      </div>
      <ul className="text-ink-muted sm:text-end">
        <li>
          {t(`recipients.${row.state}`)}
          {row.exclusion !== null && ` · ${t(`exclusion.${row.exclusion}`)}`}
          {row.settled_at !== null && ` · ${formatDate(row.settled_at, language, { time: true })}`}
        </li>
        {facts.map(({ what, at }) => (
          <li key={what}>
            {t(`recipients.${what}`)} · {formatDate(at, language, { time: true })}
          </li>
        ))}
      </ul>
      {(row.error ?? row.bounce) !== null && (
        <p dir="ltr" className="w-full text-error-text wrap-anywhere">
          {row.error ?? row.bounce}
        </p>
      )}
    </li>
  )
}
