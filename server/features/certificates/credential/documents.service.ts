/** The files of a certificate and what verifiers ask for, each made when it is asked for. */
import type { Core } from '#server/core/core.ts'
import { certificateBySerial, type CertificateRow } from '../certificates.repository.ts'
import { certificateOfRow, type PictureSources } from '../certificate-of-row.ts'
import { renderCertificatePdf, renderCertificatePng } from '../drawing/drawing.ts'
import { stateOfRow } from '../mapper.ts'
import type { PublicAddresses } from './addresses.ts'
import { bakeBadge } from './bake.ts'
import { achievementCredential } from './credential.ts'
import { publicKeys, signingKey } from './credential-keys.ts'
import { issuerDocument, methodId } from './issuer.ts'
import { signCredential } from './sign.ts'
import { statusListCredential } from './status-list.ts'
import { endedPlaces, statusPlace } from './status.repository.ts'

export interface DocumentsContext {
  readonly core: Pick<Core, 'db' | 'vault' | 'clock'>
  readonly pictures: PictureSources
}

export interface At {
  readonly clientId: number
  readonly origin: string
  readonly addresses: PublicAddresses
}

const BADGE_PX = 1200
const PAGE_PX = 1600

/** Null for an unknown serial, and for a certificate that does not count any more. */
const countingRow = async (
  { core }: DocumentsContext,
  { clientId }: At,
  serial: string,
): Promise<CertificateRow | null> => {
  const row = await core.db.withTenant(clientId, (db) => certificateBySerial(db, serial, core.clock.now()))
  const state = row && stateOfRow(row)
  return state === 'valid' || state === 'expired' ? row : null
}

const dataOf = ({ pictures }: DocumentsContext, { clientId, addresses }: At, row: CertificateRow) =>
  certificateOfRow(row, clientId, { pictures, verifyUrl: addresses.verify })

const signedCredential = async (context: DocumentsContext, at: At, row: CertificateRow): Promise<string> => {
  const { core } = context
  const { place, signer } = await core.db.withTenant(at.clientId, async (db) => ({
    place: await statusPlace(db, at.clientId, row.id),
    signer: await signingKey(core, db, at.clientId),
  }))
  const certificate = await dataOf(context, at, row)
  const credential = achievementCredential(
    { ...certificate, issuedAt: row.issued_at, subjectId: row.course_id ?? row.assessment_id },
    at.addresses,
    place,
  )
  const method = methodId(at.addresses, signer.publicKey)
  // The same credential each time, until the key changes.
  return JSON.stringify(await signCredential(credential, { method, key: signer.key }, row.issued_at))
}

type Make = (context: DocumentsContext, at: At, row: CertificateRow) => Promise<Uint8Array | string>

export const certificateFiles = {
  'certificate.pdf': async (context, at, row) => renderCertificatePdf(await dataOf(context, at, row)),
  'certificate.png': async (context, at, row) =>
    renderCertificatePng(await dataOf(context, at, row), PAGE_PX),
  'credential.json': signedCredential,
  'badge.png': async (context, at, row) =>
    bakeBadge(
      await renderCertificatePng(await dataOf(context, at, row), BADGE_PX),
      await signedCredential(context, at, row),
    ),
} as const satisfies Record<string, Make>
export type CertificateFile = keyof typeof certificateFiles

export const certificateFile = async (
  context: DocumentsContext,
  at: At,
  asked: { serial: string; file: CertificateFile },
): Promise<Uint8Array | string | null> => {
  const row = await countingRow(context, at, asked.serial)
  return row && certificateFiles[asked.file](context, at, row)
}

/** Makes the first key, so that the document never stands without one. */
export const issuerOf = ({ core }: DocumentsContext, at: At, name: string) =>
  core.db.withTenant(at.clientId, async (db) => {
    await signingKey(core, db, at.clientId)
    return issuerDocument(name, at.origin, {
      addresses: at.addresses,
      publicKeys: await publicKeys(db, at.clientId),
    })
  })

/** Null for a list that no credential names. */
export const statusListOf = async ({ core }: DocumentsContext, at: At, list: number) => {
  const read = await core.db.withTenant(at.clientId, async (db) => {
    const ended = await endedPlaces(db, at.clientId, list)
    return ended && { ended, signer: await signingKey(core, db, at.clientId) }
  })
  if (!read) return null
  const { ended, signer } = read
  const credential = statusListCredential(list, ended.positions, {
    addresses: at.addresses,
    issuedAt: ended.since,
  })
  const method = methodId(at.addresses, signer.publicKey)
  return signCredential(credential, { method, key: signer.key }, core.clock.now())
}
