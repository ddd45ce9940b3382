/** Services of the installation as a client's admins see them, each with a try that tells what happened. */
import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getServices, StorageFailure, testSms, testStorage } from '#contract/client-info/services.ts'
import type { Language } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import { invalidField } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { SmsRefused } from '#server/core/mail/sms.ts'
import { withTimeout, type Deliver } from '#server/core/mail/delivery.ts'
import { readPerson } from '../settings/settings.repository.ts'

/** Where uploaded files are kept. */
export interface TryStorage {
  /** Stores a new file and gives its address. */
  readonly store: (clientId: number, content: Buffer) => Promise<string>
  readonly read: (clientId: number, url: string) => Promise<Buffer | null>
  readonly drop: (clientId: number, url: string) => Promise<void>
}

export interface ServiceTools {
  /** Null: no gateway is set up. */
  readonly sms: Deliver | null
  readonly storage: TryStorage
}

const TEXTS: Record<Language, (name: string) => string> = {
  en: (name) => `This is a test message from ${name}. Text messages work.`,
  hi: (name) => `यह ${name} का परीक्षण संदेश है। टेक्स्ट संदेश ठीक से पहुँच रहे हैं।`,
  ar: (name) => `هذه رسالة تجريبية من ${name}. الرسائل النصية تعمل.`,
}

type SmsResult = ResponseOf<typeof testSms>
type StorageResult = ResponseOf<typeof testStorage>

/** The first step that fails; what was stored is removed all the same. */
const tryStorage = async (storage: TryStorage, clientId: number): Promise<StorageFailure | null> => {
  const content = Buffer.from(`A test of the storage: ${randomUUID()}`)
  const url = await storage.store(clientId, content).catch(() => null)
  if (url === null) return 'write'
  const read = await storage.read(clientId, url).catch(() => null)
  const isRemoved = await storage.drop(clientId, url).then(
    () => true,
    () => false,
  )
  if (read === null) return 'read'
  if (!read.equals(content)) return 'other_content'
  return isRemoved ? null : 'remove'
}

export const createServicesService = (core: Core, { sms, storage }: ServiceTools) => ({
  read: (_scope: AdminScope): Promise<ResponseOf<typeof getServices>> =>
    Promise.resolve({
      sms: { is_set_up: sms !== null, from: core.config.sms?.from ?? null },
      storage: { kind: core.config.bucket ? 'bucket' : 'folder' },
    }),

  /** At once instead of through the outbox, so that the answer is the gateway's. */
  testSms: async (scope: AdminScope, phoneNumber: string): Promise<SmsResult> => {
    if (!/\d.*\d/.test(phoneNumber)) throw invalidField('phone_number', fieldIssue('invalid_phone'))
    if (sms === null) return { failure: 'not_set_up', status: null }
    const { clientId, name } = scope.tenant
    const me = await scope.tx((db) => readPerson(db, clientId, scope.actor.userId))
    const language = me?.language ?? scope.tenant.languages[0]
    try {
      await withTimeout(
        sms({
          clientId,
          // Unlike every number of the outbox, so that no gateway takes it for a repeat.
          id: scope.clock.now().getTime(),
          channel: 'sms',
          recipient: phoneNumber,
          language,
          subject: '',
          text: TEXTS[language](name),
          html: null,
          senderName: name,
        }),
      )
      return { failure: null, status: null }
    } catch (error) {
      core.log.warn({ err: error, clientId }, 'the test of the text messages failed')
      return error instanceof SmsRefused
        ? { failure: 'refused', status: error.status }
        : { failure: 'no_answer', status: null }
    }
  },

  testStorage: async (scope: AdminScope): Promise<StorageResult> => {
    const start = performance.now()
    const failure = await tryStorage(storage, scope.tenant.clientId)
    if (failure !== null)
      core.log.warn({ failure, clientId: scope.tenant.clientId }, 'the test of the storage failed')
    return { failure, milliseconds: Math.round(performance.now() - start) }
  },
})
