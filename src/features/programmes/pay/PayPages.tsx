import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { LanguageSelect } from '#src/core/i18n/LanguageSelect.tsx'
import { paths } from '#src/core/paths.ts'
import { useFrameClient } from '#src/core/theme/frame-client.ts'
import { PublicFrame } from '#src/shared/ui/PublicFrame.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { TestCheckoutPage } from '../pages/TestCheckoutPage.tsx'
import { PassForm } from './PassForm.tsx'
import { PayLinkView } from './PayLinkView.tsx'
import { payTestQuery, useChoosePayTest } from './pay.queries.ts'
import { usePayLink } from './use-pay-link.ts'

/** /pay/{code} and /pay/{code}/test/{checkout}: for whoever has the link. */
export const PayPages = () => {
  const [, , code = '', , checkoutId] = useLocation().pathname.split('/')
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      {checkoutId ? <TestPage code={code} checkoutId={checkoutId} /> : <PayPage key={code} code={code} />}
    </QueryClientProvider>
  )
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useTranslation('programmes/pay')
  const client = useFrameClient()
  return (
    <PublicFrame
      title={title}
      client={client}
      homePath={paths.home}
      label={t('title')}
      tools={<LanguageSelect label={t('language')} />}
    >
      <div className="mx-auto max-w-lg">{children}</div>
    </PublicFrame>
  )
}

const PayPage = ({ code }: { code: string }) => {
  const { t } = useTranslation('programmes/pay')
  const state = usePayLink(code)
  const { data, error, refetch } = state.query
  if (data?.link)
    return (
      <Frame title={data.link.title}>
        <PayLinkView code={code} link={data.link} {...state} />
      </Frame>
    )
  if (data)
    return (
      <Frame title={t('pass.title')}>
        <PassForm code={code} isRefused={state.pass !== null} />
      </Frame>
    )
  if (!error)
    return (
      <Frame title={t('title')}>
        <div role="status" aria-label={t('loading')} className="flex flex-col gap-5">
          <Skeleton className="h-40 w-full rounded-xl" />
          <Skeleton className="h-64 w-full rounded-xl" />
        </div>
      </Frame>
    )
  return (
    <Frame title={t('title')}>
      <Problem error={error} onRetry={() => void refetch()} />
    </Frame>
  )
}

/** Whether a link is unknown, expired or cancelled is not for strangers: they ask whoever sent it. */
const Problem = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('programmes/pay')
  const status = isApiError(error) ? error.status : null
  const isGone = status === 404 || status === 422
  const kind = isGone ? 'missing' : status === 429 ? 'tooMany' : 'failed'
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={isGone ? 'notFound' : 'error'}
      title={t(`${kind}.title`)}
      text={t(`${kind}.text`)}
      action={isGone ? undefined : <Button onClick={onRetry}>{t('retry')}</Button>}
    />
  )
}

const TestPage = ({ code, checkoutId }: { code: string; checkoutId: string }) => {
  const { t } = useTranslation('programmes')
  const query = useQuery(payTestQuery(code, checkoutId))
  const pay = useChoosePayTest(code, checkoutId)
  return (
    <Frame title={t('test.title')}>
      <TestCheckoutPage query={query} pay={pay} backText={t('test.backToLink')} />
    </Frame>
  )
}
