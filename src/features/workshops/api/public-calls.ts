/** Calls of the public page. The page has no query cache: it is one document and one form. */
import {
  cancelRegistration,
  confirmRegistration,
  getMyRegistration,
  getWorkshopPage,
  openRegistration,
  registerForWorkshop,
  registerMyself,
  type Outcome,
  type WorkshopPageData,
} from '#contract/workshops/public.ts'
import type { OwnRegistration } from '#contract/workshops/shapes.ts'
import { publicCall } from '#src/core/api/public-call.ts'
import type { ChosenFile, FormValues } from '../model/form.ts'

/** Loaded only for somebody who is signed in. */
const authedCall = async () => (await import('#src/core/api/authed-call.ts')).authedCall

export interface Own {
  registration: OwnRegistration
  token: string
}
export interface Account {
  name: string
  email: string
  own: Own | null
}

export const fetchPage = (code: string): Promise<WorkshopPageData> =>
  publicCall(getWorkshopPage, { params: { code } })

export const fetchAccount = async (code: string): Promise<Account> =>
  (await authedCall())(getMyRegistration, { params: { code } })

const fileOf = (file: ChosenFile | null) => (file === null ? null : { name: file.name, data: file.data })

export const sendForm = (
  code: string,
  { name, email, answers }: FormValues,
  more: { file: ChosenFile | null; formToken: string; website: string },
): Promise<{ outcome: Outcome }> =>
  publicCall(registerForWorkshop, {
    params: { code },
    body: {
      name,
      email,
      answers,
      file: fileOf(more.file),
      form_token: more.formToken,
      website: more.website,
    },
  })

export const sendMyForm = async (
  code: string,
  { name, answers }: FormValues,
  file: ChosenFile | null,
): Promise<Own> =>
  (await authedCall())(registerMyself, { params: { code }, body: { name, answers, file: fileOf(file) } })

export const openOwn = (token: string): Promise<OwnRegistration> =>
  publicCall(openRegistration, { body: { token } })
export const confirmOwn = (token: string): Promise<OwnRegistration> =>
  publicCall(confirmRegistration, { body: { token } })
export const cancelOwn = (token: string): Promise<OwnRegistration> =>
  publicCall(cancelRegistration, { body: { token } })
