import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { canInstall, dismissInstall, install, useInstall, watchInstall } from '#src/core/pwa/install.ts'
import { applyUpdate, clearWorkerCaches, registerWorker } from '#src/core/pwa/register.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { useWorkerStatus } from '#src/core/pwa/worker-status.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { collectFacts, type BrowserFacts } from '../pwa/qa/collect-facts.ts'
import type { WaitingFacts } from '../pwa/qa/collect-waiting.ts'
import { pwaGroups } from '../pwa/qa/pwa-groups.ts'
import { QaPage } from '../pwa/qa/QaPage.tsx'

/** Until the library of the worker is there, which the page itself has asked for. */
const check = async () => (await import('#src/core/pwa/worker-link.ts')).checkForUpdate()

/** The queues belong to features: the page itself does not wait for them. Undefined until known. */
const waitingHere = async (): Promise<WaitingFacts | null> =>
  (await import('../pwa/qa/collect-waiting.ts')).collectWaiting()

/** Read again whenever the worker says something, and on the press of a button. */
const useFacts = (changes: unknown) => {
  const [facts, setFacts] = useState<BrowserFacts | null>(null)
  const [left, setLeft] = useState<WaitingFacts | null | undefined>()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let wanted = true
    void collectFacts(runtimeConfig().client_id).then((found) => {
      if (wanted) setFacts(found)
    })
    void waitingHere().then(
      (found) => wanted && setLeft(found),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [changes, asked])
  return { facts, left, read: () => setAsked(asked + 1) }
}

/** /pwa-test: what this browser makes of the installed app (spec §2). */
export const PwaTestPage = () => {
  const { t } = useTranslation('pwa')
  const language = useLanguage()
  const online = useOnline()
  const state = useInstall()
  const worker = useWorkerStatus()
  const { facts, left, read } = useFacts(worker)
  useEffect(() => {
    watchInstall()
    registerWorker(() => undefined, true)
  }, [])
  const waiting = worker.waiting || facts?.workerState === 'waiting'
  return (
    <QaPage
      title={t('qa.title')}
      text={t('qa.text')}
      other={{ to: paths.iosPwaTest, label: t('qa.toIos') }}
      {...(canInstall() ? {} : { hint: t('qa.cannotInstall') })}
      actions={
        <>
          <Button disabled={!canInstall()} pending={state === 'installing'} onClick={() => void install()}>
            {t(state === 'installing' ? 'install.installing' : 'qa.actInstall')}
          </Button>
          <Button variant="secondary" disabled={!waiting} onClick={applyUpdate}>
            {t('qa.actUpdate')}
          </Button>
          <Button variant="secondary" disabled={state !== 'available'} onClick={dismissInstall}>
            {t('qa.actDismiss')}
          </Button>
          <Button variant="secondary" disabled={!worker.registered} onClick={() => void check()}>
            {t('qa.actCheck')}
          </Button>
          <Button variant="secondary" disabled={!facts?.controls} onClick={() => clearWorkerCaches()}>
            {t('qa.actClear')}
          </Button>
          <Button variant="secondary" onClick={read}>
            {t('qa.refresh')}
          </Button>
        </>
      }
      groups={facts ? pwaGroups({ t, language, online, install: state, worker, facts, left }) : []}
    />
  )
}
