/** The fields of a seller or buyer as they are typed. */
import { foldGstin, isGstin, isGstState, type GstState } from '#contract/money/gst.ts'

export interface PartyForm {
  legal_name: string
  address: string
  state: string
  gstin: string
}

export const partyFormOf = (party: {
  legal_name: string
  address: string
  state: string | null
  gstin: string | null
}): PartyForm => ({
  legal_name: party.legal_name,
  address: party.address,
  state: party.state ?? '',
  gstin: party.gstin ?? '',
})

export const isWrongGstin = ({ gstin }: PartyForm): boolean =>
  foldGstin(gstin) !== '' && !isGstin(foldGstin(gstin))

/** What is sent. */
export const partyOf = ({ legal_name, address, state, gstin }: PartyForm) => ({
  legal_name: legal_name.trim(),
  address: address.trim(),
  state: isGstState(state) ? (state satisfies GstState) : null,
  gstin: foldGstin(gstin) === '' ? null : foldGstin(gstin),
})
