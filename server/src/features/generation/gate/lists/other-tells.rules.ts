import type { Language, Tell } from '../gate.types.ts';

/** Phrases that make German, Spanish, French and Portuguese read as machine-written. */
export const otherTells: Readonly<Record<Exclude<Language, 'en'>, readonly Tell[]>> = {
  de: [
    {
      why: 'Eine Floskel. Sag die Sache selbst.',
      weight: 1,
      phrases: `
      < in der? heutigen|schnelllebigen _? welt|zeit
      < in einer welt , in der
      < lass|lasst uns ehrlich|mal|über
      < hand aufs herz
      < seien wir ehrlich
      < wusstest du ,?
      < stell dir vor
      < hast du dich schon|jemals
      < die wahrheit ist
      < das geheimnis
      es geht nicht|nie um|darum ** sondern|es
      ist|sind nicht nur * sondern
      ist|sind mehr als nur|ein|eine
      nicht nur * sondern auch
      der schlüssel zum|zu|ist
      auf das|ein nächste|neues level
      entfessle|entfalte|entdecke dein|deine|die
      dein|dein volles|wahres potenzial
      komfortzone
      bleib dran|neugierig|motiviert >
      glaub an dich
      schritt für schritt
      fang klein an
      dein zukünftiges ich
      ist eine reise
      die kraft|magie|macht|kunst der|des|von
      eintauchen|eintaucht|spielveränderer|gamechanger|unverzichtbar
      das ergebnis ?
      was denkst du ?
      kein _ . kein _
      keine _ . keine _`,
    },
  ],
  es: [
    {
      why: 'Una frase hecha. Di la cosa misma.',
      weight: 1,
      phrases: `
      < en el|un mundo actual|de|donde|en
      < en la era
      < hablemos de
      < seamos sinceros|honestos
      < la verdad es
      < el secreto
      < sabías que
      < imagina|imagínate que|un|una|esto
      < alguna vez
      no se trata de ** sino|se
      no es solo|sólo|un|una ** es|sino
      es más que un|una|solo
      no solo * sino
      la clave del|para|está|es
      al siguiente nivel
      desbloquea|libera|potencia|eleva|desata tu|el|tus
      tu verdadero|máximo potencial
      zona de confort
      cree en ti
      paso a paso
      sigue adelante|creciendo|aprendiendo >
      es un viaje|camino
      el poder|arte|magia de|del
      tu yo del futuro
      sumérgete|adéntrate|imprescindible|revolucionario
      el resultado ?
      qué opinas|piensas ?
      sin _ . sin _`,
    },
  ],
  fr: [
    {
      why: 'Une formule toute faite. Dites la chose même.',
      weight: 1,
      phrases: `
      < dans un|le monde où|actuel|d'aujourd'hui|en
      < à l'ère
      < parlons de|d'un
      < soyons honnêtes|francs
      < la vérité est|c'est
      < le secret
      < saviez-vous|savais que|tu
      < saviez vous
      < imaginez|imagine que|un|une
      < et si je|vous|tu
      il ne s'agit pas ** mais|il
      ce n'est pas|jamais seulement|juste|qu'un ** c'est|mais
      ce n'est pas un|une * ,|. c'est
      est bien|beaucoup? plus qu'un|qu'une
      pas seulement * mais
      la clé du|de|est
      au niveau supérieur
      libérez|libère|débloquez|révélez|exploitez votre|ton|le|vos
      votre|ton plein|vrai|véritable potentiel
      zone de confort
      croyez|crois en vous|toi
      pas à pas
      continuez|continue d'avancer|d'apprendre|à
      est un voyage|cheminement
      le|la pouvoir|magie|art|puissance de|du
      votre|ton futur vous|toi|moi
      plongez|plonge|incontournable|révolutionnaire
      le résultat ?
      qu'en pensez|penses
      pas de _ . pas de _`,
    },
  ],
  pt: [
    {
      why: 'Uma frase feita. Diga a coisa em si.',
      weight: 1,
      phrases: `
      < no mundo atual|de|acelerado
      < em um|num mundo
      < na era
      < vamos falar|conversar|ser
      < a verdade é
      < o segredo
      < você sabia
      < imagine que|um|uma|isso
      < já parou|imaginou|pensou
      não se trata de|apenas ** mas|é|se
      não é só|apenas|sobre ** é
      não é um|uma * ,|. é
      é mais do? que um|uma|só
      não só|apenas * mas
      a chave para|do|é|está
      próximo nível
      desbloqueie|liberte|eleve|potencialize|desperte seu|sua|o|a
      seu verdadeiro|máximo potencial
      zona de conforto
      acredite em você|si
      passo a passo
      continue aprendendo|crescendo|firme >
      é uma jornada|viagem
      o|a poder|arte|magia de|da|do
      seu eu do? futuro
      mergulhe|imperdível|revolucionário|indispensável
      o resultado ?
      o que você acha
      sem _ . sem _`,
    },
  ],
};
