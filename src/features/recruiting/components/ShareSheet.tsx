import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PARTNER_NAME_MAX_CHARS, type PartnerLink } from '#contract/job-applications/partner.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { addPartnerLink, partnerLinksQuery, recruitingKeys, revokeLink } from '../api/recruiting.queries.ts'

type Props = { jobId: number; open: boolean; onOpenChange: (open: boolean) => void }

/** Links of a job for people outside: make one, copy it, revoke it. */
export const ShareSheet = ({ jobId, open, onOpenChange }: Props) => {
  const { t } = useTranslation('recruiting')
  const { data, error } = useQuery({ ...partnerLinksQuery(jobId), enabled: open })
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('share.title')}
      description={t('share.text')}
      closeLabel={t('close')}
      className="sm:max-w-lg"
    >
      <div className="flex flex-col gap-6">
        <NewLink jobId={jobId} />
        {error && <Alert kind="error" title={errorText(error, t('share.failed'))} />}
        {!data && !error && <SkeletonText lines={4} />}
        {data && data.results.length > 0 && (
          <ul
            aria-label={t('share.links')}
            className="flex flex-col divide-y divide-line border-t border-line"
          >
            {data.results.map((link) => (
              <LinkRow key={link.id} jobId={jobId} link={link} />
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  )
}

const LENGTHS = ['7', '14', '30', '90'] as const
type Length = (typeof LENGTHS)[number]

const NewLink = ({ jobId }: { jobId: number }) => {
  const { t } = useTranslation('recruiting')
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [days, setDays] = useState<Length>('14')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => addPartnerLink(jobId, { idempotency_key: key, name: name.trim(), days: Number(days) }),
    onSuccess: (links) => {
      cache.setQueryData(recruitingKeys.partnerLinks(jobId), links)
      setName('')
      setKey(crypto.randomUUID())
    },
  })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !isPending) mutate()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field label={t('share.name')} hint={t('share.nameHint')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={PARTNER_NAME_MAX_CHARS}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={t('share.length')}>
          {(control) => (
            <Select
              {...control}
              value={days}
              options={LENGTHS.map((value) => ({ value, label: t('share.days', { count: Number(value) }) }))}
              onChange={setDays}
            />
          )}
        </Field>
      </div>
      {error && <Alert kind="error" title={errorText(error, t('share.notMade'))} />}
      <Button type="submit" className="self-start" pending={isPending} disabled={name.trim() === ''}>
        {t('share.make')}
      </Button>
    </form>
  )
}

const LinkRow = ({ jobId, link }: { jobId: number; link: PartnerLink }) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  const notify = useNotify()
  const cache = useQueryClient()
  const [now] = useState(() => Date.now())
  const revoke = useMutation({
    mutationFn: () => revokeLink(jobId, link.id),
    onSuccess: () => cache.invalidateQueries({ queryKey: recruitingKeys.partnerLinks(jobId) }),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('share.notRevoked')) }),
  })
  const isOver = link.revoked_at !== null || Date.parse(link.expires_at) <= now
  const copy = () =>
    void navigator.clipboard.writeText(`${location.origin}${paths.recruit(link.code)}`).then(
      () => notify({ kind: 'success', title: t('share.copied') }),
      () => notify({ kind: 'error', title: t('share.notCopied') }),
    )
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <bdi className="block truncate font-medium text-ink">{link.name}</bdi>
          <p className="text-sm text-ink-muted">
            {t('share.until', { date: formatDate(link.expires_at, language) })} ·{' '}
            {t('share.views', { count: link.views })}
          </p>
        </div>
        {isOver && <Badge>{t(link.revoked_at === null ? 'share.expired' : 'share.revoked')}</Badge>}
      </div>
      {!isOver && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" icon={<Copy aria-hidden="true" size={16} />} onClick={copy}>
            {t('share.copy')}
          </Button>
          <Button size="sm" variant="ghost" pending={revoke.isPending} onClick={() => revoke.mutate()}>
            {t('share.revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}
