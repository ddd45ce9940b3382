import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { AutomationKind } from '#contract/emails/campaigns.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { useCreateCampaign } from '../api/campaigns.queries.ts'
import { campaignLink } from '../model/filters.ts'

type From = { copyOf?: string; automation?: AutomationKind }

/** Makes a draft, empty or as a copy, and opens it. Pressing twice makes one. */
export const useNewCampaign = () => {
  const { t } = useTranslation('emails')
  const notify = useNotify()
  const navigate = useNavigate()
  const create = useCreateCampaign()
  const keys = useRef(new Map<string, string>())
  const start = (name: string, { copyOf, automation }: From = {}) => {
    const what = copyOf ?? automation ?? ''
    const key = keys.current.get(what) ?? crypto.randomUUID()
    keys.current.set(what, key)
    create.mutate(
      { idempotency_key: key, name, copy_of: copyOf ?? null, automation: automation ?? null },
      {
        onSuccess: ({ id }) => void navigate(campaignLink(id)),
        onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
      },
    )
  }
  return { start, isPending: create.isPending, automation: create.variables?.automation }
}
