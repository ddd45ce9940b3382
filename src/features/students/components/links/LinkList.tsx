import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InviteLink } from '#contract/students/invite-links.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { endLink, linksQuery, studentKeys } from '../../api/students.queries.ts'

/** In the demo clients share one address. */
const addressOf = (path: string): string => {
  const url = new URL(path, window.location.origin)
  const { demo, client_id: clientId } = runtimeConfig()
  if (demo) url.searchParams.set('client', String(clientId))
  return url.href
}

/** The newest links, with how many people joined by each. */
export const LinkList = ({ newest }: { newest: string | null }) => {
  const { t } = useTranslation('students')
  const { data, isError } = useQuery(linksQuery())
  if (isError && !data) return <p className="text-ink-muted">{t('links.notLoaded')}</p>
  if (!data || data.links.length === 0) return null
  return (
    <section aria-labelledby="invite-links" className="border-t border-line pt-4">
      <h3 id="invite-links" className="font-semibold text-ink">
        {t('links.title')}
      </h3>
      <ul className="divide-y divide-line">
        {data.links.map((link) => (
          <Line key={link.id} link={link} isNew={link.id === newest} />
        ))}
      </ul>
    </section>
  )
}

const Line = ({ link, isNew }: { link: InviteLink; isNew: boolean }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const end = useEnd(link.id)
  const number = (value: number) => formatNumber(value, language)
  const isOpen = link.state === 'open'
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-medium text-ink">{link.course?.name ?? t('links.anywhere')}</bdi>
        {link.group && (
          <Badge>
            <bdi>{link.group.name}</bdi>
          </Badge>
        )}
        {!isOpen && <Badge tone="neutral">{t(`links.states.${link.state}`)}</Badge>}
      </p>
      <p className="text-sm text-ink-muted">
        {link.people_max === null
          ? t('links.joined', { count: link.people })
          : t('links.joinedOf', { joined: number(link.people), max: number(link.people_max) })}
        {isOpen && (
          <> · {t('links.until', { date: formatDate(link.expires_at, language, { time: true }) })}</>
        )}
      </p>
      {isOpen && (
        <div className="flex flex-wrap items-end gap-2">
          {isNew ? <Address url={addressOf(link.path)} /> : <Copy url={addressOf(link.path)} />}
          <Button variant="ghost" size="sm" pending={end.isPending} onClick={() => end.mutate()}>
            {t('links.end')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** The link that was just made, to read and to copy. */
const Address = ({ url }: { url: string }) => {
  const { t } = useTranslation('students')
  return (
    <>
      <Field label={t('links.address')} className="w-full">
        {(control) => (
          <TextInput {...control} readOnly dir="ltr" value={url} onFocus={({ target }) => target.select()} />
        )}
      </Field>
      <Copy url={url} />
    </>
  )
}

const Copy = ({ url }: { url: string }) => {
  const { t } = useTranslation('students')
  const [copied, setCopied] = useState<'ready' | 'done' | 'failed'>('ready')
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setCopied('done'),
      () => setCopied('failed'),
    )
  return (
    <Button size="sm" variant="secondary" onClick={copy}>
      <span aria-live="polite">{t(`links.copy.${copied}`)}</span>
    </Button>
  )
}

const useEnd = (id: string) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => endLink(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: studentKeys.links }),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('links.endFailed')) }),
  })
}
