import { describe, expect, it } from 'vitest'
import { doublesLetters, linkedInAddress, verifyAddress } from '#src/features/certificates/model/share.ts'

const certificate = {
  title: 'Data & design',
  issuer_name: 'Academy',
  issued_on: '2026-01-05',
  expires_on: '2027-11-30',
  serial: '23456789ABCDEFGH',
}

describe('sharing a certificate', () => {
  it('gives the address of the public page', () => {
    expect(verifyAddress(certificate.serial, 'https://learn.example')).toBe(
      'https://learn.example/verify/2345-6789-ABCD-EFGH',
    )
  })

  it('fills every field of LinkedIn’s form', () => {
    const address = new URL(linkedInAddress(certificate, 'https://learn.example'))
    expect(address.origin + address.pathname).toBe('https://www.linkedin.com/profile/add')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      startTask: 'CERTIFICATION_NAME',
      name: 'Data & design',
      organizationName: 'Academy',
      issueYear: '2026',
      issueMonth: '1',
      expirationYear: '2027',
      expirationMonth: '11',
      certUrl: 'https://learn.example/verify/2345-6789-ABCD-EFGH',
      certId: '2345-6789-ABCD-EFGH',
    })
  })

  it('leaves the end out where there is none', () => {
    const address = linkedInAddress({ ...certificate, expires_on: null }, 'https://learn.example')
    expect(address).not.toContain('expiration')
  })

  it.each([
    ['Ananya Rao', 'Data analysis', false],
    ['Ananya Rao', 'डेटा विश्लेषण', true],
    ['Ananya أحمد', 'Data analysis', true],
  ])('warns of copying from the PDF where letters double: %s, %s', (recipient_name, title, doubles) => {
    expect(doublesLetters({ recipient_name, title })).toBe(doubles)
  })
})
