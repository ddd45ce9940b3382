import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { canInstall, dismissInstall, install, useInstall, watchInstall } from '#src/core/pwa/install.ts'
import { clearWorkerCaches } from '#src/core/pwa/clear-caches.ts'
import { applyUpdate, registerWorker } from '#src/core/pwa/register.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { useWorkerStatus } from '#src/core/pwa/worker-status.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { collectFacts, type BrowserFacts } from '../pwa/qa/collect-facts.ts'
import type { WaitingFacts } from '../pwa/qa/collect-waiting.ts'
import { pwaGroups } from '../pwa/qa/pwa-groups.ts'
import { QaPage } from '../pwa/qa/QaPage.tsx'

/** Loads the worker library if the page has not yet. */
const check = async () => (await import('#src/core/pwa/worker-link.ts')).checkForUpdate()

/** The queues' code loads later; undefined until then. */
const readOutboxFacts = async (): Promise<WaitingFacts | null> =>
  (await import('../pwa/qa/collect-waiting.ts')).collectWaiting()

/** Reads again on each worker event and on the button. */
const useFacts = (changes: unknown) => {
  const [facts, setFacts] = useState<BrowserFacts | null>(null)
  const [outboxFacts, setOutboxFacts] = useState<WaitingFacts | null | undefined>()
  const [readCount, setReadCount] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void collectFacts(runtimeConfig().client_id).then((result) => {
      if (isCurrent) setFacts(result)
    })
    void readOutboxFacts().then(
      (result) => isCurrent && setOutboxFacts(result),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [changes, readCount])
  return { facts, left: outboxFacts, read: () => setReadCount(readCount + 1) }
}

/** /pwa-test: facts about this browser and the installed app (spec 2). */
export const PwaTestPage = () => {
  const { t } = useTranslation('pwa')
  const language = useLanguage()
  const online = useOnline()
  const state = useInstall()
  const worker = useWorkerStatus()
  const { facts, left: outboxFacts, read } = useFacts(worker)
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
      groups={
        facts ? pwaGroups({ t, language, online, install: state, worker, facts, left: outboxFacts }) : []
      }
    />
  )
}
