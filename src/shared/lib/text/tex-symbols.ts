/** TeX command names and their characters. */

const symbols = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]),
  )

/** Identifiers: upright, or slanted like a variable. */
export const IDENTIFIERS: Readonly<Record<string, string>> = symbols(`
  alpha=α beta=β gamma=γ delta=δ epsilon=ϵ varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι kappa=κ lambda=λ mu=μ
  nu=ν xi=ξ pi=π varpi=ϖ rho=ρ sigma=σ varsigma=ς tau=τ upsilon=υ phi=ϕ varphi=φ chi=χ psi=ψ omega=ω
  Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω
  infty=∞ partial=∂ nabla=∇ emptyset=∅ varnothing=∅ ell=ℓ hbar=ℏ Re=ℜ Im=ℑ aleph=ℵ dots=… ldots=… cdots=⋯ vdots=⋮ ddots=⋱
  degree=° prime=′ angle=∠ triangle=△
`)

/** Operators and relations; the browser adds their spacing. */
export const OPERATORS: Readonly<Record<string, string>> = symbols(`
  times=× div=÷ cdot=⋅ pm=± mp=∓ ast=∗ star=⋆ circ=∘ bullet=∙ oplus=⊕ otimes=⊗
  le=≤ leq=≤ ge=≥ geq=≥ ne=≠ neq=≠ approx=≈ equiv=≡ sim=∼ simeq=≃ cong=≅ propto=∝ ll=≪ gg=≫
  in=∈ notin=∉ ni=∋ subset=⊂ subseteq=⊆ supset=⊃ supseteq=⊇ cup=∪ cap=∩ setminus=∖ land=∧ lor=∨ wedge=∧ vee=∨
  neg=¬ lnot=¬ forall=∀ exists=∃ nexists=∄ therefore=∴ because=∵ mid=∣ parallel=∥ perp=⊥ bowtie=⋈
  to=→ rightarrow=→ leftarrow=← gets=← leftrightarrow=↔ Rightarrow=⇒ implies=⇒ Leftarrow=⇐ Leftrightarrow=⇔ iff=⇔
  mapsto=↦ uparrow=↑ downarrow=↓ langle=⟨ rangle=⟩ lfloor=⌊ rfloor=⌋ lceil=⌈ rceil=⌉ vert=| lvert=| rvert=| Vert=‖
  sum=∑ prod=∏ int=∫ iint=∬ oint=∮ bigcup=⋃ bigcap=⋂ colon=: lbrace={ rbrace=} backslash=∖
`)

/** Operators with limits below and above. */
export const WITH_LIMITS: ReadonlySet<string> = new Set([
  '∑',
  '∏',
  '⋃',
  '⋂',
  'lim',
  'max',
  'min',
  'sup',
  'inf',
])

export const FUNCTIONS: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf det dim gcd deg Pr arg ker mod'.split(
    ' ',
  ),
)

export const ACCENTS: Readonly<Record<string, string>> = symbols(`
  hat=^ widehat=^ bar=¯ overline=¯ vec=→ dot=˙ ddot=¨ tilde=~ widetilde=~ underline=_
`)

/** Widths in em. */
export const SPACES: Readonly<Record<string, number>> = {
  ',': 0.167,
  ':': 0.222,
  ';': 0.278,
  ' ': 0.25,
  '!': -0.167,
  quad: 1,
  qquad: 2,
}
