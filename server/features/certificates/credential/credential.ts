/** A certificate as an Open Badges 3.0 credential (CE5). */
import type { CertificateData } from '../certificate-data.ts'
import type { PublicAddresses } from './addresses.ts'

export const CREDENTIAL_CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const

export interface StatusPlace {
  readonly list: number
  readonly position: number
}

type Issued = Pick<
  CertificateData,
  | 'recipientName'
  | 'title'
  | 'kind'
  | 'issuerName'
  | 'criteria'
  | 'language'
  | 'issuedOn'
  | 'expiresOn'
  | 'serial'
> & { readonly issuedAt: Date; readonly subjectId: number | null; readonly verifyUrl: string }

/** Without milliseconds: some verifiers accept no others. */
const timestamp = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

export const achievementCredential = (
  certificate: Issued,
  addresses: PublicAddresses,
  status: StatusPlace,
) => {
  const { kind, subjectId, title, serial, verifyUrl } = certificate
  return {
    '@context': CREDENTIAL_CONTEXTS,
    id: `${verifyUrl}#credential`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: title,
    issuer: {
      id: addresses.issuer,
      type: ['Profile'],
      name: certificate.issuerName,
    },
    validFrom: timestamp(certificate.issuedAt),
    // The last day counts.
    ...(certificate.expiresOn !== null && { validUntil: `${certificate.expiresOn}T23:59:59Z` }),
    credentialSubject: {
      type: ['AchievementSubject'],
      // Nothing but the name as printed: no address and no number of the person.
      identifier: [
        {
          type: 'IdentityObject',
          hashed: false,
          identityHash: certificate.recipientName,
          identityType: 'name',
        },
      ],
      achievement: {
        id: `${addresses.issuer}#${kind}-${subjectId ?? serial}`,
        type: ['Achievement'],
        achievementType: kind === 'course' ? 'Course' : 'Assessment',
        name: title,
        description: title,
        inLanguage: certificate.language,
        criteria: { id: verifyUrl, narrative: certificate.criteria.join('\n') || title },
        image: { id: addresses.icon, type: 'Image' },
      },
    },
    evidence: [{ id: verifyUrl, type: ['Evidence'], name: certificate.serial }],
    credentialStatus: {
      id: `${addresses.status(status.list)}#${status.position}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(status.position),
      statusListCredential: addresses.status(status.list),
    },
  }
}
