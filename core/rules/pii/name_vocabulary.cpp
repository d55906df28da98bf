#include "rules/pii/name_vocabulary.h"

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

namespace lakehouse::rules {

namespace {

/// A word stands in every list whose meaning it has.
constexpr WordList wordLists[] = {
    {Meaning::Mail, "mail email emails mails eml courriel courriels mel correo epost pec mailbox emailaddr emailaddress poczta"},
    {Meaning::Electronic, "electronic electronico electronica elettronica elettronico electronique elektronisch elektronische eletronico eletronica"},
    {Meaning::Mail, "epostadresse emailadresse emailadres"},
    {Meaning::Phone,
     "phone phones telephone tel tele telf telefon telefono telefone telefoon telefoonnummer fon fone rufnummer telefonnummer fax telefax msisdn "
     "phonenumber"},
    {Meaning::Phone,
     "cellphone handy handynummer mobiltelefon mobilfunk mobilfunknummer mobilnummer mobilnr telnr cellulare cellulari celular telemovel komorka gsm "
     "whatsapp smartphone"},
    {Meaning::Mobile, "mobile mobil movil cell portable mobiel"},
    {Meaning::Extension, "durchwahl nebenstelle doorkiesnummer"},
    {Meaning::GivenName, "firstname givenname forename fname vorname vornamen rufname prenom prenoms voornaam imie imiona christianname middlename"},
    {Meaning::Surname,
     "lastname surname lname nachname nachnamen familienname zuname geburtsname apellido apellidos cognome cognomi achternaam sobrenome apelido "
     "nazwisko maidenname patronyme familyname"},
    {Meaning::FullName, "fullname nominativo vollername cardholder customername clientname employeename patientname personname"},
    {Meaning::Name, "nme denominazione denominacion name names nom noms nombre nombres nome nomi naam namen nam"},
    {Meaning::First, "first given forename primer primeiro primo middle second segundo secondo christian"},
    {Meaning::Last, "last maiden sur"},
    {Meaning::Family, "family famille familia famiglia familien"},
    {Meaning::Login, "login username userid loginname benutzername anmeldename nickname pseudo gebruikersnaam"},
    {Meaning::Role,
     "ansprechpartner ansprechpartnerin sachbearbeiter sachbearbeiterin bearbeiter betreuer salesman salesperson representative representante "
     "interlocuteur interlocutor referente contactpersoon contactperson attn"},
    {Meaning::Holder,
     "holder inhaber titular titulaire intestatario kontoinhaber karteninhaber beneficiary beneficiaire beneficiario begunstigter rekeninghouder "
     "signatory"},
    {Meaning::Address,
     "address addresses addr adresse adressen adresses adres anschrift anschriften direccion direcciones indirizzo indirizzi endereco morada "
     "addressline adr adresszeile privatanschrift lieferanschrift"},
    {Meaning::Street,
     "street streets strasse str stras strassenname rue calle via straat straatnaam ulica rua avenue streetname streetaddress voie thoroughfare"},
    {Meaning::Residence, "residence wohnort wohnsitz domicile domicilio residencia residenza wohnadresse"},
    {Meaning::PostCode, "zip zipcode postcode postalcode plz postleitzahl pstlz cap cep codepostal codigopostal zipcodes"},
    {Meaning::Postal,
     "postal post postale mailing billing shipping delivery private privat livraison facturation envio facturacion home liefer rechnungs spedizione "
     "fatturazione posta"},
    {Meaning::City,
     "city town ort stadt wohnort ville ciudad citta comune localidad localita poblacion municipio gemeinde stad plaats miasto cidade municipality "
     "commune"},
    {Meaning::House, "hausnummer hausnr housenumber huisnummer civico"},
    {Meaning::Birth, "birth born geburts geb naissance naiss nacimiento nac nascita nasc nascimento geboorte urodzenia"},
    {Meaning::BirthDate,
     "dob birthdate birthday birthdt geburtsdatum geburtstag gebdat gebdatum dateofbirth datenaissance fechanacimiento datanascita geboortedatum bday"},
    {Meaning::Date, "date datum fecha data day tag jour dia giorno dt dat"},
    {Meaning::Year, "year jahr annee ano anno yob"},
    {Meaning::Place, "place lieu lugar luogo ort country land pays pais paese"},
    {Meaning::NationalId,
     "ssn nir dni nie nif cpf bsn pesel curp cuil cedula nino passport reisepass passeport pasaporte passaporto passaporte paspoort paszport ausweis "
     "ausweisnummer personalausweis personalausweisnummer ausweisnr passnummer personnummer sozialversicherungsnummer svnr rvnr "
     "krankenversichertennummer versichertennummer steuerid steueridnr codicefiscale codfisc rijksregisternummer aadhaar itin nhs kvnr secu "
     "burgerservicenummer codfiscale idnr sofinummer"},
    {Meaning::Tax, "tax steuer fiscal fiscale tin impot podatkowy"},
    {Meaning::Social, "social sociale sozial soc seguridad"},
    {Meaning::Security, "security securite seguridad sicurezza sec"},
    {Meaning::Insurance,
     "insurance versicherung versicherungs versicherungsnummer assurance verzekering sozialversicherungs versicherten krankenversicherten insured"},
    {Meaning::National, "citizen ciudadano burger cittadino citoyen national nationale nacional nazionale"},
    {Meaning::Identity, "identity identification identite identidad identita identifikation identificacion ident"},
    {Meaning::License, "license licence fuhrerschein fuehrerschein fuhrerscheinnummer permis permiso patente rijbewijs conducir carnet"},
    {Meaning::Driver, "driver drivers driving fahrer fuhrerschein fuehrerschein conduire conducir guida rijbewijs"},
    {Meaning::Iban, "iban ibannr ibannummer ibancode"},
    {Meaning::Bank, "bank banking bancaire bancario bancaria bancarios banque banco banca bankverbindung"},
    {Meaning::Account, "account konto acct compte cuenta conto rekening conta bankkonto kontonummer kontonr"},
    {Meaning::Card,
     "card karte karten carte tarjeta carta kaart cartao creditcard kreditkarte kreditkarten kreditkartennummer cardnumber cardno ccnumber"},
    {Meaning::Credit, "credit kredit credito debit cc creditcard kreditkarte kreditkarten kreditkartennummer ccnumber pan payment bancaire"},
    {Meaning::CardCode, "cvv cvc cvn"},
    {Meaning::Ip, "ip ipv ipaddr ipaddress ipadresse clientip remoteip ips"},
    {Meaning::Remote, "remote client"},
    {Meaning::Password,
     "password passwd pwd passwort kennwort mdp motdepasse contrasena contrasenya contrasinal wachtwoord senha haslo passphrase userpass passwordhash "
     "pwdhash passwrd parolachiave passe passcode"},
    {Meaning::Clave, "clave parola pass pin parole"},
    {Meaning::Secret, "secret secrets secreto segreto geheimnis otp totp"},
    {Meaning::Token, "token tokens jeton jwt"},
    {Meaning::Api, "api apikey auth oauth bearer reset refresh csrf session verification sitzungs otp"},
    {Meaning::Key, "key keys schlussel schluessel cle apikey"},
    {Meaning::Access, "access acceso accesso acces zugriffs zugang"},
    {Meaning::Salt, "salt"},
    {Meaning::Answer, "answer antwort reponse respuesta risposta"},
    {Meaning::Note,
     "note notes notiz notizen remark remarks comment comments comentario comentarios commentaire commentaires commento commenti kommentar kommentare "
     "bemerkung bemerkungen anmerkung anmerkungen observation observations observacion observaciones osservazioni osservazione observacao observacoes "
     "remarque remarques nota notas memo feedback opmerking opmerkingen uwagi anamnese anamnesis anamnesi diagnosis diagnose befund diagnostic "
     "diagnostico diagnosi biography bio complaint beschwerde reclamation queja reclamo freitext freetext recommendations"},
    {Meaning::Message, "message messages nachricht nachrichten mensaje mensajes messaggio messaggi mensagem bericht wiadomosc"},
    {Meaning::Description, "description beschreibung descripcion descrizione descricao beskrivning omschrijving"},
    {Meaning::Body, "body text content inhalt texto testo texte contenu contenido contenuto"},
    {Meaning::Number, "number numero num no nr nummer numer zahl nbr"},
    {Meaning::Id, "id ids identifiant identifier identificador uuid guid pk fk"},
    {Meaning::Code, "code codice codigo kode kennung"},
    {Meaning::Person,
     "notfall emergency urgence emergencia emergenza adherent adherents customer customers cust client clients kunde kunden cliente clienti clientes "
     "klant klanten klient klienci employee employees emp mitarbeiter mitarbeiterin mitarbeiters salarie salaries employe employes empleado empleados "
     "dipendente dipendenti werknemer werknemers medewerker pracownik pracownicy funcionario funcionarios user users benutzer nutzer anwender "
     "utilisateur utilisateurs usuario usuarios utente utenti gebruiker patient patients patienten patiente paciente pacientes paziente pazienti member "
     "members mitglied mitglieder mitglieds membre membres socio socios soci person persons people personne personnes persona personas persone osoba "
     "contact contacts kontakt kontakte contacto contactos contatto contatti student students schuler studenten etudiant estudiante studente teacher "
     "lehrer driver drivers fahrer applicant applicants bewerber candidate candidato candidat guest guests gast gaste huesped ospite visitor besucher "
     "mieter locataire inquilino doctor doctors arzt aerzte arzte medico medicos medici medecin subscriber abonnent abonne passenger passagier passager "
     "pasajero staff personal personale partner bpartner debitor lead leads actor actors kin recipient empfanger empfaenger destinataire destinatario "
     "sender absender spouse ehepartner conjoint child kind parent eltern beneficiary buyer kaufer acheteur anagrafica owner holder inhaber resident "
     "burger citizen ciudadano"},
    {Meaning::Login, "user users benutzer nutzer utilisateur usuario utente gebruiker"},
    {Meaning::Display, "display full complete completo complet voller anzeige voll legal preferred"},
};

/// What stands against: whose name, address or number it is when it is no person's, and what is said about a thing rather than the thing itself.
constexpr WordList otherLists[] = {
    {Meaning::Company,
     "company companies firma firmen firm business organisation organization org societe empresa azienda ditta bedrijf supplier suppliers vendor "
     "lieferant lieferanten fournisseur fournisseurs proveedor proveedores fornitore fornitori shipper shippers manufacturer hersteller fabricant "
     "fabricante produttore corporate employer arbeitgeber raison ragione razon vat ust mwst iva partita tva bankname brand marke marque marca branch "
     "carrier spediteur publisher verlag school schule insurer"},
    {Meaning::Thing,
     "product products produkt produkte produit produits producto productos prodotto prodotti produto produtos artikel artikels artikelen article "
     "articles articulo articulos articolo articoli item items category categories kategorie kategorien categorie categoria categorias group groups "
     "gruppe gruppen kundengruppe warengruppe produktgruppe groupe grupo gruppo role roles rolle rol ruolo permission film films movie movies book buch "
     "livre libro title titel titre country countries land region regions state province provincia department departments abteilung departement "
     "departamento reparto reparti service station stations warehouse warehouses lager entrepot almacen magazzino store stores shop filiale sucursal "
     "sucursales agencia succursale file files datei dateien fichier fichiers archivo fichero allegato attachment attachments anlage anlagen document "
     "documents dokument documento folder ordner table tables tabelle column spalte colonna field feld champ campo form event events campaign kampagne "
     "project projects projekt projet proyecto progetto task aufgabe language sprache currency wahrung unit einheit room raum building gebaude plant "
     "werk ward wards geo asset assets vehicle fahrzeug campaigns course kurs plan tariff contract vertrag kostenstelle costcenter location standort "
     "lagerort wetterstation pipeline job jobs step serie series inventory stock loyalty gift coupon sim statistics template templates vorlage "
     "plantilla modele modello bank banks currencies languages position positions sku"},
    {Meaning::Device,
     "server servers serveur servidor host hosts hostname device devices gerat geraet machine maschine machines rechner printer drucker router switch "
     "network netzwerk reseau subnet dns gateway node nodes nas firewall memory speicher register mac bus interface vlan proxy cluster smtp imap "
     "appliance equipment wallet url web website domain endpoint queue topic"},
    {Meaning::Technical,
     "error errors fehler erreur errore commit release releases build debug trace exception agent status sql query stack schema index version changelog "
     "migration system config parameter parametres setting settings"},
    {Meaning::Attribute,
     "klasse klassen clase clases classi encoding algorithm type types typ typen tipo tipos status state flag flags count counts anzahl cantidad "
     "quantite quantita template templates vorlage plantilla policy policies richtlinie rate rates quote model modell modele modelo modello format "
     "verified validated valid confirmed sent gesendet allowed erlaubt enabled disabled active aktiv is has opt subscribed subscription consent "
     "required length size weight gewicht poids peso subject betreff sujet asunto oggetto level rank score title titel titulo job poste stelle group "
     "gruppe kundengruppe category kategorie kind art classe class method amount total betrag montant importe sum price preis prix precio prezzo salary "
     "gehalt salaire currency attempts failed percent label usage limit priority source reason hint strength visible width height language sprache "
     "anrede salutation courtesy gender geschlecht sexe sexo sesso expiry duration zone timezone version estimated versand header footer signature"},
    {Meaning::Moment,
     "at on changed change modified updated created expires expired expiration ablauf geandert geaendert since seit until time zeit heure hora ora "
     "timestamp when creation registered registration inscription registro alta inserimento embauche hire hired contrato assunzione eintritt "
     "eintrittsdatum lieferdatum due deleted started ended"},
    {Meaning::Public, "public publique publico offentlich pubblico primary foreign sort partition"},
    {Meaning::Masked, "masked truncated redacted anonymized anonymised pseudonym maskiert lastfour fingerprint"},
};

constexpr const char *fillerWords =
    "previous a an the of for de du des la le les el los las del della dello dei degli di da do der die das den dem fur et und and y e i o or by to as "
    "in im am zum zur van het te mit per por para pour str s t c x txt vc fld col tbl f p lst next prev old new current actual main other alt "
    "alternative secondary additional erste zweite our your his her their its zweiter aktuell r res hr crm ad m v d l sz chr var";

QHash<QString, Meanings> allWords()
{
    QHash<QString, Meanings> words;
    const auto addAll = [&words](const WordList &list) {
        for (const QString &word : QString::fromLatin1(list.words).split(QLatin1Char(' '), Qt::SkipEmptyParts))
            words[word].add(list.meaning);
    };
    for (const WordList &list : wordLists)
        addAll(list);
    for (const WordList &list : otherLists)
        addAll(list);
    return words;
}

} // namespace

std::optional<Meanings> meaningsOf(QStringView word)
{
    static const QHash<QString, Meanings> words = allWords();
    const auto found = words.constFind(word.toString());
    return found == words.constEnd() ? std::nullopt : std::optional(*found);
}

bool isFillerWord(QStringView word)
{
    static const QStringList list = QString::fromLatin1(fillerWords).split(QLatin1Char(' '));
    static const QSet<QString> words(list.begin(), list.end());
    return words.contains(word.toString());
}

} // namespace lakehouse::rules
