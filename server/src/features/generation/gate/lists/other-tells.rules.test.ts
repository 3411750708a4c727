import { expect, test } from 'vitest';
import { machineToneOf } from '../checks/tells.rules.ts';
import { expectWhole, turnsOf } from '../gate.fixture.ts';

test.each([
  [
    'de',
    'Eine Floskel. Sag die Sache selbst.',
    `
      In der heutigen beans welt | In schnelllebigen beans zeit | In der schnelllebigen zeit |
      In einer welt, in der | Lass uns ehrlich | Lasst uns mal | Lasst uns über | Hand aufs herz |
      Seien wir ehrlich | Wusstest du, | Wusstest du | Stell dir vor | Hast du dich schon |
      Hast du dich jemals | Die wahrheit ist | Das geheimnis | Es geht nicht um beans sondern |
      Es geht nie darum beans es | Ist nicht nur beans sondern | Sind nicht nur beans sondern |
      Ist mehr als nur | Sind mehr als ein | Ist mehr als eine | Nicht nur beans sondern auch |
      Der schlüssel zum | Der schlüssel zu | Der schlüssel ist | Auf das nächste level |
      Auf ein neues level | Entfessle dein | Entfalte deine | Entdecke die | Dein volles potenzial |
      Dein wahres potenzial | Komfortzone | Bleib dran | Bleib neugierig | Bleib motiviert |
      Glaub an dich | Schritt für schritt | Fang klein an | Dein zukünftiges ich | Ist eine reise |
      Die kraft der | Die magie des | Die macht von | Die kunst von | Eintauchen | Eintaucht |
      Spielveränderer | Gamechanger | Unverzichtbar | Das ergebnis? | Was denkst du? |
      Kein beans. kein rain | Keine beans. keine rain`,
  ],
  [
    'es',
    'Una frase hecha. Di la cosa misma.',
    `
      En el mundo actual | En un mundo de | En el mundo donde | En el mundo en | En la era | Hablemos de |
      Seamos sinceros | Seamos honestos | La verdad es | El secreto | Sabías que | Imagina que |
      Imagínate un | Imagínate una | Imagínate esto | Alguna vez | No se trata de beans sino |
      No se trata de beans se | No es solo beans es | No es sólo beans sino | No es un beans es |
      No es una beans es | Es más que un | Es más que una | Es más que solo | No solo beans sino |
      La clave del | La clave para | La clave está | La clave es | Al siguiente nivel | Desbloquea tu |
      Libera el | Potencia tus | Eleva el | Desata el | Tu verdadero potencial | Tu máximo potencial |
      Zona de confort | Cree en ti | Paso a paso | Sigue adelante | Sigue creciendo | Sigue aprendiendo |
      Es un viaje | Es un camino | El poder de | El arte del | El magia de | Tu yo del futuro |
      Sumérgete | Adéntrate | Imprescindible | Revolucionario | El resultado? | Qué opinas? |
      Qué piensas? | Sin beans. sin rain`,
  ],
  [
    'fr',
    'Une formule toute faite. Dites la chose même.',
    `
      Dans un monde où | Dans le monde actuel | Dans un monde d'aujourd'hui | Dans un monde en | À l'ère |
      Parlons de | Parlons d'un | Soyons honnêtes | Soyons francs | La vérité est | La vérité c'est |
      Le secret | Savais que | Savais tu | Saviez vous | Imaginez que | Imagine un | Imagine une |
      Et si je | Et si vous | Et si tu | Il ne s'agit pas beans mais | Il ne s'agit pas beans il |
      Ce n'est pas seulement beans c'est | Ce n'est jamais juste beans mais |
      Ce n'est pas qu'un beans mais | Ce n'est pas un beans, c'est | Ce n'est pas une beans. c'est |
      Est bien plus qu'un | Est beaucoup plus qu'une | Est plus qu'une | Pas seulement beans mais |
      La clé du | La clé de | La clé est | Au niveau supérieur | Libérez votre | Libère ton |
      Débloquez le | Révélez vos | Exploitez ton | Votre plein potentiel | Ton vrai potentiel |
      Votre véritable potentiel | Zone de confort | Croyez en vous | Crois en toi | Pas à pas |
      Continuez d'avancer | Continue d'apprendre | Continuez à | Est un voyage | Est un cheminement |
      Le pouvoir de | La magie du | Le art de | Le puissance de | Votre futur vous | Ton futur toi |
      Votre futur moi | Plongez | Plonge | Incontournable | Révolutionnaire | Le résultat? |
      Qu'en pensez | Qu'en penses | Pas de beans. pas de rain`,
  ],
  [
    'pt',
    'Uma frase feita. Diga a coisa em si.',
    `
      No mundo atual | No mundo de | No mundo acelerado | Em um mundo | Em num mundo | Na era |
      Vamos falar | Vamos conversar | Vamos ser | A verdade é | O segredo | Você sabia | Imagine que |
      Imagine um | Imagine uma | Imagine isso | Já parou | Já imaginou | Já pensou |
      Não se trata de beans mas | Não se trata apenas beans é | Não se trata apenas beans se |
      Não é só beans é | Não é apenas beans é | Não é sobre beans é | Não é um beans, é |
      Não é uma beans. é | É mais do que um | É mais que uma | É mais do que só | Não só beans mas |
      Não apenas beans mas | A chave para | A chave do | A chave é | A chave está | Próximo nível |
      Desbloqueie seu | Liberte sua | Eleve o | Potencialize a | Desperte sua | Seu verdadeiro potencial |
      Seu máximo potencial | Zona de conforto | Acredite em você | Acredite em si | Passo a passo |
      Continue aprendendo | Continue crescendo | Continue firme | É uma jornada | É uma viagem |
      O poder de | A arte da | O magia do | Seu eu do futuro | Seu eu futuro | Mergulhe | Imperdível |
      Revolucionário | Indispensável | O resultado? | O que você acha | Sem beans. sem rain`,
  ],
] as const)('a turn of phrase gives a machine away, in %s: %s', (language, why, turns) => {
  expectWhole(turns, why, (text) => machineToneOf(text, language)?.why);
});

test.each([
  ['de', 'Es geht nicht um Glück. Es geht um Übung. | Es geht nie darum. Sondern um Übung.'],
  ['es', 'No se trata de suerte. Se trata de práctica. | No es solo suerte. Es práctica.'],
  [
    'fr',
    "Il ne s'agit pas de chance. Il s'agit de travail. | Ce n'est pas juste la chance. C'est du travail.",
  ],
  ['pt', 'Não se trata de sorte. É prática. | Não é só sorte. É prática.'],
] as const)('a contrast gives a machine away across the end of a sentence, too: %s', (language, turns) => {
  for (const turn of turnsOf(turns)) expect(machineToneOf(turn, language)?.why, turn).toBeDefined();
});
