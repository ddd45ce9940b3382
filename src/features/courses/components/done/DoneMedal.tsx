/** A medal on a ribbon in the brand's colour. Decorative: the heading below says what it means. */
export const DoneMedal = () => (
  <svg aria-hidden="true" viewBox="0 0 120 136" width="120" height="136">
    <path d="M38 4h20l14 44-16 10L30 12Z" className="fill-primary" />
    <path d="M82 4H62L48 48l16 10 26-46Z" className="fill-primary" fillOpacity="0.78" />
    <circle cx="60" cy="88" r="42" className="fill-decor-gold stroke-decor-gold-edge" strokeWidth="3" />
    <circle
      cx="60"
      cy="88"
      r="32"
      fill="none"
      className="stroke-decor-gold-edge"
      strokeWidth="2"
      strokeDasharray="2 5"
      strokeLinecap="round"
    />
    <path
      d="m60 66 6.8 13.8 15.2 2.2-11 10.7 2.6 15.1L60 100.7l-13.6 7.1 2.6-15.1-11-10.7 15.2-2.2Z"
      className="fill-surface-raised"
    />
  </svg>
)
