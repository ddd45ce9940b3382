import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { domainIn, type ClientDomains } from '#contract/client-info/domains.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { domainsQuery, useAddDomain } from '../../api/domains.queries.ts'
import { DomainCard } from './DomainCard.tsx'

/** Own domains: added, proved by a record in the DNS, then used. */
export const DomainsTab = () => {
  const { t } = useTranslation('settings')
  const query = useQuery(domainsQuery())
  return (
    <ListStates
      rows={query.data && [query.data]}
      query={query}
      texts={{ loading: t('loading'), failed: t('loadFailed'), empty: { title: t('title') } }}
      skeleton={{ rows: 2, className: 'h-40' }}
    >
      {([state]) => state && <Domains state={state} />}
    </ListStates>
  )
}

const Domains = ({ state }: { state: ClientDomains }) => {
  const { t } = useTranslation('settings')
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <p className="max-w-reading text-ink-muted">{t('domains.text')}</p>
      <AddDomain />
      {state.domains.map((domain) => (
        <DomainCard key={domain.id} domain={domain} target={state.target} />
      ))}
      {state.fixed.length > 0 && <Fixed hosts={state.fixed} />}
    </div>
  )
}

const AddDomain = () => {
  const { t } = useTranslation('settings')
  const [host, setHost] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending, error, reset } = useAddDomain()
  const issue = isApiError(error) ? error.fields?.['host']?.[0]?.code : undefined
  const refused = isWrong || issue === 'invalid' ? t('domains.wrong') : null
  const add = () => {
    const isDomain = domainIn(host) !== null
    setWrong(!isDomain)
    if (isDomain) mutate(host, { onSuccess: () => setHost('') })
  }
  return (
    <Card as="section">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Field
          label={t('domains.add')}
          hint={t('domains.addHint')}
          error={issue === 'taken' ? t('domains.taken') : refused}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="learn.example.org"
              value={host}
              onChange={({ target }) => {
                setHost(target.value)
                setWrong(false)
                if (error) reset()
              }}
            />
          )}
        </Field>
        {Boolean(error) && issue === undefined && (
          <Alert kind="error" title={errorText(error, t('failed'))} />
        )}
        <Button type="submit" className="self-start" pending={isPending} disabled={host.trim() === ''}>
          {t('domains.addButton')}
        </Button>
      </form>
    </Card>
  )
}

const Fixed = ({ hosts }: { hosts: ClientDomains['fixed'] }) => {
  const { t } = useTranslation('settings')
  return (
    <Card as="section" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold text-ink">{t('domains.fixed')}</h2>
      <p className="text-sm text-ink-muted">{t('domains.fixedText')}</p>
      <ul className="flex flex-col gap-2">
        {hosts.map(({ host, is_main: isMain }) => (
          <li key={host} className="flex flex-wrap items-center gap-2">
            <bdi dir="ltr" className="wrap-anywhere font-medium text-ink">
              {host}
            </bdi>
            {isMain && <Badge tone="success">{t('domains.inLinks')}</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
