import type { TFunction } from 'i18next'
import type { Language } from '#contract/languages.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { canInstall, type InstallState } from '#src/core/pwa/install.ts'
import { thisDevice } from '#src/core/pwa/ios-prompt.ts'
import type { WorkerStatus } from '#src/core/pwa/worker-status.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import type { BrowserFacts } from './collect-facts.ts'
import type { WaitingFacts } from './collect-waiting.ts'
import { formatBytes } from '#src/shared/lib/text/format-bytes.ts'
import { formatMoment } from './formats.ts'
import type { Group, Row } from './report.ts'

interface Known {
  t: TFunction
  language: Language
  online: boolean
  install: InstallState
  worker: WorkerStatus
  facts: BrowserFacts
  /** Null while nobody is signed in, undefined until known. */
  left: WaitingFacts | null | undefined
}

/** A row maker and the words that many rows share. */
export const rowTools = (t: TFunction, language: Language) => ({
  row: (key: string, value: string, code = false): Row => ({ label: t(`qa.rows.${key}`), value, code }),
  yes: (value: boolean) => t(value ? 'qa.yes' : 'qa.no'),
  moment: (at: number | null) => (at === null ? t('qa.never') : formatMoment(at, language)),
  bytes: (count: number | null) => (count === null ? t('qa.unknown') : formatBytes(count, language)),
})

const stateGroup = ({ t, language, online, install, worker, facts }: Known): Group => {
  const { row, yes } = rowTools(t, language)
  const { client_id, build_id } = runtimeConfig()
  return {
    title: t('qa.groups.state'),
    rows: [
      row('support', yes('serviceWorker' in navigator)),
      row('connection', t(online ? 'qa.online' : 'qa.offline')),
      row('canInstall', yes(canInstall())),
      row('installState', t(`qa.install.${install}`)),
      row('updateAvailable', yes(worker.waiting || facts.workerState === 'waiting')),
      row('standalone', yes(thisDevice().standalone)),
      row('client', String(client_id), true),
      row('build', build_id || t('qa.unknown'), build_id !== ''),
      row('push', facts.push ? t(`qa.permission.${facts.push}`) : t('qa.notOffered')),
    ],
  }
}

const workerGroup = ({ t, language, worker, facts }: Known): Group => {
  const { row, yes, moment } = rowTools(t, language)
  const checked = moment(worker.lastCheckAt)
  return {
    title: t('qa.groups.worker'),
    rows: [
      row('workerState', t(`qa.workerStates.${facts.workerState}`)),
      row('workerVersion', facts.shell ?? t('qa.none'), facts.shell !== null),
      row('workerScope', facts.scope ?? t('qa.none'), facts.scope !== null),
      row('controls', yes(facts.controls)),
      row('lastCheck', worker.lastCheckFailed ? t('qa.failed', { time: checked }) : checked),
      row('failures', formatNumber(worker.failures, language)),
      row('paused', worker.pausedUntil === null ? t('qa.none') : moment(worker.pausedUntil)),
    ],
  }
}

const handshakeGroup = ({ t, language, worker, facts }: Known): Group => {
  const { row, yes, moment } = rowTools(t, language)
  const sent = moment(worker.configSentAt)
  return {
    title: t('qa.groups.handshake'),
    rows: [
      row('configSent', worker.configClientId === null ? sent : `${sent} (${worker.configClientId})`),
      row('configRequested', moment(worker.configRequestedAt)),
      row('idAsked', moment(worker.clientIdAskedAt)),
      row('pageKept', yes(facts.pageKept)),
      row('cleared', moment(worker.cachesClearedAt)),
    ],
  }
}

const cachesGroup = ({ t, language, facts }: Known): Group => ({
  title: t('qa.groups.caches'),
  rows:
    facts.caches.length === 0
      ? [{ label: t('qa.groups.caches'), value: t('qa.none') }]
      : facts.caches.map(({ name, files, bytes }) => ({
          label: name,
          value: t('qa.cache', {
            size: formatBytes(bytes, language),
            files: t('qa.files', { count: files }),
          }),
        })),
})

const storageGroup = ({ t, language, facts }: Known): Group => {
  const { row, yes, bytes } = rowTools(t, language)
  return {
    title: t('qa.groups.storage'),
    rows: [
      row('used', bytes(facts.used)),
      row('quota', bytes(facts.quota)),
      row('persisted', facts.persisted === null ? t('qa.notOffered') : yes(facts.persisted)),
    ],
  }
}

const WAITING = ['progress', 'posts', 'drafts', 'refused', 'exams', 'stretches'] as const

const waitingGroup = ({ t, language, left }: Known): Group => {
  const { row } = rowTools(t, language)
  return {
    title: t('qa.groups.waiting'),
    rows: left
      ? WAITING.map((name) => row(`waiting.${name}`, formatNumber(left[name], language)))
      : [row('waiting.person', t(left === null ? 'qa.signedOut' : 'qa.unknown'))],
  }
}

/** Everything that /pwa-test knows (spec 2). */
export const pwaGroups = (known: Known): Group[] => [
  stateGroup(known),
  workerGroup(known),
  handshakeGroup(known),
  waitingGroup(known),
  cachesGroup(known),
  storageGroup(known),
]
